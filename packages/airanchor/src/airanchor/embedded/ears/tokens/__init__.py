"""Words: tokens, numbers, spelling and the closed classes of English."""
