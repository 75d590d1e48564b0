"""Somebody else remembers how far a log had come: witnesses, trees and proofs."""
