"""TRAINING: questions for dealers made from a seed, answered by the engine and no table of its own.

A question is a value and holds no answer; marking asks the tableau, the settlement or the ruling
table of the book it was made from.
"""
