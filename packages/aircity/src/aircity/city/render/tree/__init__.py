"""The tree of boxes over a scene's triangles, and what is asked of it: rays and touch."""
