"""What people have played: looked back on, and learned from."""
