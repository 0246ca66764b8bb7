"""The table on a whole terminal: a client of the table service, here or by a link."""
