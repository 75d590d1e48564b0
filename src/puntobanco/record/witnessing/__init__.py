"""Witnesses, trees and proofs: how far a log had come, remembered outside the house."""
