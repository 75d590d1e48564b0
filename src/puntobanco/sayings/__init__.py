"""What puntobanco says to people: sayings, and one catalogue for each language."""
