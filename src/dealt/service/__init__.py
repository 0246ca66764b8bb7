"""Tables on a network: the service behind every face, its protocol, and the server around it.

Its rooms, each of which may use those before it: `table`, what a table is and may become; `store`,
how tables last; `hall`, tables in memory, persons, and who moves; `sheet`, score sheets, photos and
pictures; `web`, browsers and processes; `tab`, the whole service in a browser tab.
"""
