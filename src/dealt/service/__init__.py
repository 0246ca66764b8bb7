"""The table service: what every client talks to, its protocol, and the server around it.

Each of its rooms may use those before it: `table`, the state of a table and how it changes;
`store`, the database; `hall`, tables in memory, persons and computer players; `web`, HTTP, score
sheets, photos and several processes; `tab`, the service in a browser tab.
"""
