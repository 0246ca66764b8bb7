"""How tables last: the database, its migrations, and backups of it."""
