"""Casino baccarat under four real rule books: conducted, settled, adjudicated and analysed."""
