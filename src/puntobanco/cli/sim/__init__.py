"""`punto sim` and its studies."""
