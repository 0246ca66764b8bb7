"""Tables in memory: who attends them, who moves at them, and the workers that compute for them."""
