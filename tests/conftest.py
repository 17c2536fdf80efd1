"""Settings that all tests share: property tests draw the same examples everywhere and race no clock."""

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
