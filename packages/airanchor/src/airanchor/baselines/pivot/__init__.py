"""PIVOT: a model points by choosing among numbered arrows, which are drawn anew around what it chose."""
