"""`punto serve`, `admin`, `backup` and `software`: running a house."""
