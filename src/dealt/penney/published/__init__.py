"""Published tables of odds in any layout: reading them and their claims."""
