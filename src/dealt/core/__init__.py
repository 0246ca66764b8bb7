"""What every game stands on: games, tables, matches, records, chance and the builder."""
