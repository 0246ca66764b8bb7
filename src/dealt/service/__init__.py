"""Tables on a network: the service that keeps them, its protocol, and the server around it.

From the lowest to the highest: `messages` and `protocol`, what is said; `state`, `folding` and
`commands`, a table, what events change there, and what persons may do; `live` and `tables`, tables
in memory, and how something happens at them; `bots` and `clocks`, which stand on tables; `service`,
persons and their connections; `session`, one connection; `server` and `tab`, what carries them.
"""
