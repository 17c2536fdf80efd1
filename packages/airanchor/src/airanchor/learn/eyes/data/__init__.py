"""Training pictures: crops of views of generated cities, with what each cell truly shows."""
