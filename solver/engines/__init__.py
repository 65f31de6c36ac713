"""The engines that prove values: the reference search, the kernel, and CP-SAT, with one
interface.
"""
