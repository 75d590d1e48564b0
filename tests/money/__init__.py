"""Money, proven: every stake, every order of events, every limit."""
