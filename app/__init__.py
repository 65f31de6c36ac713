"""The doors: the command line now; the engine protocol and the web page as they come to exist."""
