"""The database of tables, its migrations, and its backups."""
