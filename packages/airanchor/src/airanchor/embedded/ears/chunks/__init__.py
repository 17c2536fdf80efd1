"""Sentences cut into chunks, and what follows a chunk."""
