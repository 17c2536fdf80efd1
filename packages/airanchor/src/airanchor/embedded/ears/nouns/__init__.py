"""Noun phrases: what is named, how it is described, and to which verb it belongs."""
