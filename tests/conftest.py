"""Settings that all tests share: property tests draw the same examples everywhere and race no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no fault of a test
)
settings.load_profile("house")
