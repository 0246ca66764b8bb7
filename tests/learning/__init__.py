"""Learning libraries."""
