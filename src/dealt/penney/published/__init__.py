"""Published tables of odds, in whatever layout people keep them: read, and what they claim."""
