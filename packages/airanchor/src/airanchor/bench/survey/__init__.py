"""Surveying a scene before any flight: free poses, names, grounded anchors."""
