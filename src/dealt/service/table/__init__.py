"""The state of a table and how it changes, without a clock, a database or sockets.

`messages` come from clients and `protocol` goes to them, made of `parts`; `commands` turn a message
into `events`, which lead to the next `state`, and `frames` show it to a seat.
"""
