"""The network of the embedded eyes: pictures of generated cities, training, export."""
