"""From an RGB-D view to regions: depths, surfaces, segments, groups, and what is measured of each."""
