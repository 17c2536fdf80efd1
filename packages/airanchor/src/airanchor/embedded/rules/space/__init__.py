"""Where things are and how the drone moved, as far as prompt and picture tell."""
