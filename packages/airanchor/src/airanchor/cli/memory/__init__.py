"""`airanchor memory`: look at what was remembered, move it, merge it, forget it."""
