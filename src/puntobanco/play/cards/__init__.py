"""Cards from the box to the table: prepared, cut, dealt, passed and handled."""
