"""WINDOWS. What each viewer may see, and the roads; knows how to read, never how to decide."""
