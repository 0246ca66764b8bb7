"""Figures of results: pictures drawn with matplotlib, and pages that need nothing else."""
