"""How surfaces look, by material and light."""
