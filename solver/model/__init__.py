"""The placement rules as CP-SAT models: variables, one function a rule, and the rules
put together.
"""
