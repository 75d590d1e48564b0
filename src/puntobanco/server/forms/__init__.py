"""What the house answers over HTTP, beside the views of its tables: forms only, no handling."""
