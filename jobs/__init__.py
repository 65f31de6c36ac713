"""Running work: child processes that can be ended, a pool of them, and the workers of a Dask cluster."""
