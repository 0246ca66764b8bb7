"""A round as it is entered, with cards typed, pressed on a keypad or read from photos."""
