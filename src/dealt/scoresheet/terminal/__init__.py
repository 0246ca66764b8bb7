"""The score sheet at a terminal: its menus, its keys, and what is asked about photos."""
