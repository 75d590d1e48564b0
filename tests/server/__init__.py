"""The house from outside and inside."""
