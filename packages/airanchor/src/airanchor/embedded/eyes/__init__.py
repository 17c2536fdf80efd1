"""Eyes without a network: a detector for RGB-D views and a reader of RGB pictures."""
