"""A distribution of times."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Times:
    """seconds: of each call."""
    seconds: np.ndarray

    @property
    def median(self) -> float:
        """In seconds."""
        return float(np.median(self.seconds))

    def percentile(self, percent: float) -> float:
        """In seconds; percent in [0, 100]."""
        return float(np.percentile(self.seconds, percent))

    def __str__(self) -> str:
        shown = [f"{what} {self.percentile(p) * 1e6:.2f}" for what, p in (("least", 0), ("median", 50), ("99 %", 99), ("most", 100))]
        return f"{len(self.seconds)} calls, microseconds: " + ", ".join(shown)

    __repr__ = __str__
