"""Labels: which may be remembered, and their head nouns."""
