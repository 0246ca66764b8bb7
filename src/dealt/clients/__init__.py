"""The clients that people play at: `line` uses prompts, `screen` fills the terminal."""
