"""Drawing and asking at a terminal, without knowledge of tables and games."""
