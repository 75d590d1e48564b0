"""Running a process of the house: files, keys, copies, metrics, approved software."""
