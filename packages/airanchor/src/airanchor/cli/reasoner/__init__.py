"""`airanchor reasoner`: try a model, look at it, read its prompts, serve the rules."""
