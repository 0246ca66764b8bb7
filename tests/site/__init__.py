"""The built site."""  # noqa: A005 - a folder of tests, imported as tests.site
