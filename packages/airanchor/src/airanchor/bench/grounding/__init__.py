"""How well detectors ground phrases, against the ids of the city."""
