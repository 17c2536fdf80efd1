"""The route tagger: a small trained network that reads the legs of a route in anybody's words."""
