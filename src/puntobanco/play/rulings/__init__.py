"""What went wrong: named, ruled upon by the book, and put right by remedies."""
