"""Any chat transport behind an OpenAI-compatible address."""
