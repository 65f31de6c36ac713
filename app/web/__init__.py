"""The local web page and its JSON API: one Starlette application, bound to the loopback address
only.
"""
