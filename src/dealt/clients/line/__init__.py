"""Play at prompts in a terminal, or with input from a file."""
