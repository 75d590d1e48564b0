"""The running house: opens every table, and does what concerns several of them."""
