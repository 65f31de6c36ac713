"""Work in child processes, in a pool of them, or on the workers of a Dask cluster."""
