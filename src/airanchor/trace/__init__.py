"""The flight recorder that every tool reads."""
