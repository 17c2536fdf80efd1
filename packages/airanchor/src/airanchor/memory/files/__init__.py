"""Memories on disk: one SQLite file per scene, JSON and GeoJSON, checked on the way in."""
