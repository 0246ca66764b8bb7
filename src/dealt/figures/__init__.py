"""Figures of results, as PNG, SVG or data; only PNG needs matplotlib."""
