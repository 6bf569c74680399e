"""What check() compares, and what it says."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# Of the largest element: what rounding in another order may make of a network.
_TOLERANCE = {"float64": 1e-10, "complex128": 1e-10, "float32": 1e-4, "complex64": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}


def tolerance(dtype: np.dtype) -> float:
    """By which a result may be off, as a part of its largest element; 0 for integers."""
    if dtype.name in _TOLERANCE:
        return _TOLERANCE[dtype.name]
    return 0.25 if dtype.name.startswith("float") else 0.0


@dataclass(frozen=True)
class Difference:
    """One result beside JAX's. most: the largest absolute difference, at `index`; allowed: what it may be."""
    name: str
    most: float
    allowed: float
    index: tuple[int, ...]
    ours: object
    theirs: object

    @property
    def good(self) -> bool:
        """Whether it is no more than rounding."""
        return self.most <= self.allowed

    @staticmethod
    def of(name: str, expected: np.ndarray, found: np.ndarray, relative: float) -> "Difference":
        """Compares two arrays; NaN agrees with NaN."""
        if expected.shape != found.shape or expected.dtype != found.dtype:
            return Difference(name, np.inf, 0.0, (), f"{found.dtype}{found.shape}", f"{expected.dtype}{expected.shape}")
        if found.size == 0:
            return Difference(name, 0.0, 0.0, (), None, None)
        wide = np.complex128 if np.iscomplexobj(found) else np.float64
        a, b = expected.astype(wide), found.astype(wide)
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        with np.errstate(invalid="ignore", over="ignore"):
            away = np.where(same, 0.0, np.abs(a - b))
        away = np.where(np.isnan(away), np.inf, away)
        at = np.unravel_index(int(np.argmax(away)), away.shape)
        finite = np.abs(a[np.isfinite(a)])
        allowed = relative * float(finite.max()) if finite.size else 0.0
        return Difference(name, float(away[at]), allowed, tuple(map(int, at)), found[at], expected[at])

    def __str__(self) -> str:
        text = f"{self.name}: off by {self.most:.3g} of {self.allowed:.3g} allowed"
        return text if self.good else f"{text}, at {list(self.index)}: {self.ours} where JAX has {self.theirs}"


@dataclass(frozen=True)
class Check:
    """good: whether all agree. differences: with JAX, one a result. steps: what the evaluator says, step by step."""
    good: bool
    differences: list[Difference]
    steps: str

    def __bool__(self) -> bool:
        return self.good

    def __str__(self) -> str:
        return "\n".join([*(f"JAX: {d}" for d in self.differences), f"evaluator: {self.steps}"])

    __repr__ = __str__
