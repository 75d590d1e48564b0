"""From a request to its handler and back: who calls, what is done once, what is refused."""
