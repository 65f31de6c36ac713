"""Groups, simulation, distributions, plots, game reports and game review."""
