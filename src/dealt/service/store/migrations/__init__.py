"""The migrations of the database, from each version to the next."""
