"""The ground and the water: parks, shores, quays, yards and the country around."""
