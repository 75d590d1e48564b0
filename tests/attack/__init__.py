"""Attacks on the server's edge: over real sockets, by people who mean it."""
