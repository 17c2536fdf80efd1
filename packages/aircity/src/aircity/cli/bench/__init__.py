"""The speed of the renderer beside its peers, in one run."""
