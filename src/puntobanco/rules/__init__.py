"""GRAMMAR. What a rule book can say; knows no particular book."""
