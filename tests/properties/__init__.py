"""Whole shoes under all books with hostile people and clumsy dealers; laws that always hold."""
