"""Measuring: studies over whole scenes, with the ground truth that no navigator ever sees."""
