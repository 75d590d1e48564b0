"""One running table each: commands decided in order, made durable, shown to its viewers."""
