"""Fitting on train scenes: each program writes the data file that a part of the embedded stack reads."""
