"""Kills, full disks, two servers, duplicated and reordered requests."""
