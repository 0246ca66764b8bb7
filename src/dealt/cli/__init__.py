"""The command line, one module a group of commands; `main` puts them together."""
