"""`airanchor bench`: fly, tell, check and diagnose runs, and the studies."""
