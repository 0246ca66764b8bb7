"""What draws and asks at a terminal; it knows no table and no game."""
