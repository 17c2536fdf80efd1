"""Blocks filled with buildings: lots, houses, towers and their walls."""
