"""NavGPT: eight directions told in words, and a model that sees no picture reasons over them step by step."""
