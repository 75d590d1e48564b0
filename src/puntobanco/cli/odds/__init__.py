"""`punto odds` and its studies."""
