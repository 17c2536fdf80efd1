"""Cities of surveyed surfaces: CityJSON and CityJSONSeq."""
