"""A model looked at before it flies: its pixels, its JSON, its pace."""
