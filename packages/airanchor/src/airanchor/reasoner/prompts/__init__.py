"""Prompts as data files, rendered from requests and read back."""
