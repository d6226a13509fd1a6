"""How long hypothesis looks: `HYPOTHESIS_PROFILE=thorough` for longer, and for other examples every time; `quick` for a look."""

import os

from hypothesis import HealthCheck, settings

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=12, suppress_health_check=QUIET)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=3, suppress_health_check=QUIET)
settings.register_profile("thorough", deadline=None, max_examples=1000, print_blob=True, suppress_health_check=QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
