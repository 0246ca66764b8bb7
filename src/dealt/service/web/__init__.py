"""The server: connections of browsers and programs, other processes, and its host's control."""
