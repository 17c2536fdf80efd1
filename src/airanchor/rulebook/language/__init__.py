"""Language: instructions and subtasks in plain English, read into clauses."""
