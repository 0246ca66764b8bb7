"""Figures of results: pictures by matplotlib, and pages that need nothing else."""
