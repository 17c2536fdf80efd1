"""What things are made of: triangles, solids, materials, colours and lettering."""
