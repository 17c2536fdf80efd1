"""Who flies the pieces of a run: this process, several, or a cluster."""
