"""Attacks on a served house by clients that share no code with it, with a ledger of their own.

Only `launcher.py` imports the program, and only to start it. Everything else here knows the
command line, the public API and the files of a house's folder.
"""
