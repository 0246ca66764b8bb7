"""The state of a table and how it changes, without a clock, a database or sockets.

`messages` come from clients and `protocol` goes to them, made of `parts`; `commands` turn a message
into `events`, and `folding` turns events into the next `state`, which `frames` shows to a seat.
"""
