"""The tables of the database, and how each version of them becomes the next."""
