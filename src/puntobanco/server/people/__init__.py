"""What proves who a person is: passwords, sessions, tokens and tickets."""
