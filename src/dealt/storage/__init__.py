"""Files: scores, decks and records."""
