"""The server: connections of browsers and programs, other processes, and whoever runs it."""
