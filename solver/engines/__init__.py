"""The engines that prove values: the reference search, the kernel, and CP-SAT, behind one protocol."""
