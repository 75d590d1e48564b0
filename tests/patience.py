"""How long a test waits for another process: far longer than it takes on a busy machine.

A test that waits in vain fails all the same, long before the limit of `pytest-timeout`.
"""

SECONDS = 100
MILLISECONDS = 1000 * SECONDS
