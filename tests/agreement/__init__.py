"""Several ways to the same answer must agree."""
