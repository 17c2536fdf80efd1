"""How commands speak: results, progress, errors, and any text made fit for a terminal."""
