"""Instructions for reference paths: facts, words and voices."""
