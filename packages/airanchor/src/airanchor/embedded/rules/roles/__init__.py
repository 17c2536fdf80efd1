"""One module per role of the reasoner: the prompt in, the reply out."""
