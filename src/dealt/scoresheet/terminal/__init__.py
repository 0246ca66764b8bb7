"""The score sheet at a terminal: its menus, its keypad, and questions about photos."""
