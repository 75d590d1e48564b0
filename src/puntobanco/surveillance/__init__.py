"""SURVEILLANCE. Unusual patterns, collusion and drift, found in what the audit reads."""
