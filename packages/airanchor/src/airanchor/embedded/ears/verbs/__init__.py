"""Verbs and what belongs to them: turns, heights and paths."""
