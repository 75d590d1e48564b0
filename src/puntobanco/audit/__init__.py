"""AUDIT. Reads a table's log without a server: coups, shoes, money, and what chance gives."""
