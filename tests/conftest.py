"""How examples are looked for: without a clock, and in CI the same ones every time.

A busy machine is no defect, so that no example has a deadline. A run in CI judges a change and
must be repeatable; every other run, and `make prove`, looks for new examples.
"""

import os

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("house")
