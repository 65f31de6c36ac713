"""Long exact solves: questions about positions, divided among workers, kept in a file
and resumed.
"""
