"""Programs that ``make`` runs before anything is installed: Python's own library alone."""
