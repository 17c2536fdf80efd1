"""Cities from a style and a seed: streets, blocks, buildings, water, parks and landmarks."""
