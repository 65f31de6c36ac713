"""The text of results for a terminal: one module for each subject."""
