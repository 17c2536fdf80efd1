"""Chunks put together into sentences."""
