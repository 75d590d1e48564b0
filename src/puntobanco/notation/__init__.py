"""TEXT. Scripts of play, one-line coups, and the JSON forms of events, requests and reports."""
