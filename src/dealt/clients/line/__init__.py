"""The face at a terminal, and the same programs fed from a file."""
