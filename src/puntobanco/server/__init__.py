"""The door with a socket in it: tables for many people at once, and the pages they see."""
