"""FineCog-Nav: small roles share out the thinking, and every primitive action is decided on its own."""
