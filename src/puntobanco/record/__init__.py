"""ARCHIVE. Envelopes in a hash chain, two stores that keep them, and those who check."""
