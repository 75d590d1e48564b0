"""The description of the API: schemas, examples and links."""
