"""The lifelong study: three passes through every scene, and what the memory of one is worth in the next."""
