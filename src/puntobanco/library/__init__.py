"""WHERE BOOKS ARE FOUND. The program's own books and the files of others, under one name each."""
