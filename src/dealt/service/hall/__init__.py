"""Tables in memory: who attends them, who moves, and the workers that compute for them."""
