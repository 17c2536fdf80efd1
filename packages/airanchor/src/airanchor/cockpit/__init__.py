"""The page to fly from: a server on the loopback address over flight, viewer and city."""
