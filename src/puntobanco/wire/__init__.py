"""WIRE. Everything that goes over HTTP and sockets: forms, messages and their sayings."""
