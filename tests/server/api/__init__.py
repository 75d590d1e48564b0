"""The house over HTTP."""
