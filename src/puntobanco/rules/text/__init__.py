"""Books as text, both ways: conditions, endings, and the canonical edition."""
