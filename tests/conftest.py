"""Settings that all tests share: property tests draw the same examples everywhere and race no clock."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no fault of a test
)
settings.load_profile("house")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # started in the background by a shell: processes that tests interrupt would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
