"""Lookups that stay cheap as a city fills: by place, by name, by id."""
