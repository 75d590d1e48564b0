"""A second, independent statement of the game, written from the rule documents alone."""
