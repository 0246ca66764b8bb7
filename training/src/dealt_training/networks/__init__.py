"""Training of the networks that read photos, from made scenes alone; needs torch."""
