"""`airanchor learn`: training of the networks that the package comes with."""
