"""Asking a model over HTTP: retries, pace, budget, cache and the key."""
