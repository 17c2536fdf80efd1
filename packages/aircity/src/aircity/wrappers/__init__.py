"""Worlds around a world: the same contract, with something added on the way."""
