"""Cities of tagged footprints, lines and points: GeoJSON as OpenStreetMap's exporters write it."""
