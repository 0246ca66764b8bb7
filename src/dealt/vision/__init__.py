"""Photos of cards on a table, read."""
