"""TEXTS. One module of frozen values per rule document; knows nothing of how it is carried out."""
