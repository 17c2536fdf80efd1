"""Models' profiles: shipped with the package, or the user's own."""
