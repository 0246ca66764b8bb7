"""Published tables of odds: reading them, and finding out which mistakes made them."""
