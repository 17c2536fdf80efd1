"""`airanchor fly` and `demo`: a mission from a sentence to STOP."""
