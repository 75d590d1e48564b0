"""WORDS. Cards, money, accounts and clause references; knows nothing of baccarat."""
