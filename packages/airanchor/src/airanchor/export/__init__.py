"""Flights in the forms of others: datasets that learners elsewhere read."""
