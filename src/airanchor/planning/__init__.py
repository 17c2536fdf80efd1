"""Local planning."""
