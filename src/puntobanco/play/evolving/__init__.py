"""What each event does to the table, by subject; `evolve` puts them together."""
