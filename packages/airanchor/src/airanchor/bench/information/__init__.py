"""The information study: recorded questions asked again without a field, or with another question's."""
