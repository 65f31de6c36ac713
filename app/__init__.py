"""The command line; the JSON documents that it prints."""
