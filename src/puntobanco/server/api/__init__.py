"""The house over HTTP: thin handlers, each with its permission, over the running casino."""
