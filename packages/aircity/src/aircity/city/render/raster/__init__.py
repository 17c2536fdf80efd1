"""From triangles to pixels, tile by tile."""
