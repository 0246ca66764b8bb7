"""What people sit at: `line` asks and prints, `screen` is the table on a whole terminal."""
