"""The house around the tables: people and what they may do, their money, what waits for them."""
