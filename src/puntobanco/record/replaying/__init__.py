"""Events read and folded by the first verifier: money, cards and state as they go."""
