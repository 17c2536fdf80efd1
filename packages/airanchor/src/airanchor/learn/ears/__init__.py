"""Training of the ears: a tagger of route instructions, on texts of independent writers."""
