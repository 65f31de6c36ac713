"""Check a campaign with the independent prover."""

import sys

from tests.independent import main

sys.exit(main())
