"""A hundred bugs, planted one at a time: each must be caught by the test that it names."""
