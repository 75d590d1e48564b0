"""What proves who somebody is: passwords, sessions, tokens and tickets."""
