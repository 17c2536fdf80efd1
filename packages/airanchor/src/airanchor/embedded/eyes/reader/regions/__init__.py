"""From an RGB picture to regions: cells, surfaces, patches, and what joins them."""
