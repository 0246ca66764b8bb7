"""Simulations of many games."""
