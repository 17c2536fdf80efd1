"""Measuring: speed against peers in one run, and how well parts read, see and plan."""
