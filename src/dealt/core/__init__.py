"""The foundations of every game: games, tables, matches, records, chance and the builder."""
