"""The renderer: what a scene looks like from a pose, and what is touched on the way."""
