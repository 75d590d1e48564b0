"""What a rule cites: clauses, their registers, and the numbered defaults."""
