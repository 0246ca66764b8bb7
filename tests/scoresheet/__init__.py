"""The score sheet of Tranca: its methods, its menus, its files."""
