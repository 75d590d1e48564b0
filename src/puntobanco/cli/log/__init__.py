"""`punto log`: logs read, carried, checked and witnessed."""
