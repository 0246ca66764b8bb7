"""Training of the networks with which `dealt` reads photos: synthetic scenes, and courses."""

__version__ = "0.1.0"
