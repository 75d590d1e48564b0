"""`punto play`: scripts, automatic shoes, and a game in the terminal."""
