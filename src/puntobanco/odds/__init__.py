"""STUDY. Exact odds: the outcome classes of any shoe, weighed; knows no particular book."""
