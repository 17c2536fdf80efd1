"""Clauses and names as the rules use them: what is meant, what is left out, what is the same."""
