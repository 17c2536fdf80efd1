"""The street network and what runs along it: roads, bridges, rails and street life."""
