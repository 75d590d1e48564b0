"""The whole house in one process: time, network, disk and chance all come from one seed."""
