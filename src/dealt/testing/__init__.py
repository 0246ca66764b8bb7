"""The contract suite: what every game promises, to be held against anybody's game."""
