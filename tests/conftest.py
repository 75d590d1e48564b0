"""How examples are looked for: without a clock, and in CI the same ones every time.

A busy machine is no defect, so that no example has a deadline and none is made too slowly. A run
in CI judges a change and must be repeatable; every other run, and `make prove`, looks for new
examples.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=os.environ.get("CI") == "true",
)
settings.load_profile("house")
