"""The programs that documents prescribe, each named as the game that it plays."""
