"""The house's own log in this process: people, tables, and the editions in force."""
