"""Every JSON document, one class per result: its fields, how it is made of the result, and its text for a terminal."""
