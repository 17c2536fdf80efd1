"""A model by mail: questions and answers as files, for whoever can read the one and write the other."""
