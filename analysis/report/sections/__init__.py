"""The sections of a report, a module each; every one turns context into a `Section`."""
