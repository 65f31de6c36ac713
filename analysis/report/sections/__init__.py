"""The sections of a report, a module each; every one turns material into a `Section`."""
