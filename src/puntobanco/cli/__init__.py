"""DOOR. The command punto."""
