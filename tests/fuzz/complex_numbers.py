"""Complex numbers: made of two reals, moved, multiplied and transformed, and taken apart again."""

from movement import braces
from values import PRECISION, Skip, Value


def shape(type, dims):
    return f"{type}[{','.join(map(str, dims))}]"


class Numbers:
    """An array of complex numbers under way: what `Value` is of reals."""

    def __init__(self, b, re, im):
        self.b, self.dims = b, list(re.dims)
        self.type = {"f32": "c64", "f64": "c128"}[re.type]
        self.unit = 2.0 ** (3 - PRECISION[re.type])
        self.bound, self.error = re.bound + im.bound, re.error + im.error
        self.emit(f"complex({re.name}, {im.name})")

    def emit(self, text):
        self.name = self.b.emit(shape(self.type, self.dims), text, "z")

    def negated(self):
        self.emit(f"negate({self.name})")

    def doubled(self):
        self.bound, self.error = 2 * self.bound, 2 * self.error
        self.emit(f"add({self.name}, {self.name})")

    def squared(self):
        self.error = 2 * self.bound * self.error + self.bound**2 * self.unit
        self.bound **= 2
        self.emit(f"multiply({self.name}, {self.name})")

    def reversed(self):
        d = int(self.b.rng.integers(len(self.dims)))
        self.emit(f"reverse({self.name}), dimensions={{{d}}}")

    def transposed(self):
        order = self.b.rng.permutation(len(self.dims)).tolist()
        self.dims = [self.dims[d] for d in order]
        self.emit(f"transpose({self.name}), dimensions={braces(order)}")

    def joined(self):
        d = int(self.b.rng.integers(len(self.dims)))
        self.dims[d] *= 2
        self.emit(f"concatenate({self.name}, {self.name}), dimensions={{{d}}}")

    def transformed(self):
        n, kind = self.dims[-1], self.b.pick(["FFT", "IFFT"])
        if 0 in self.dims:
            raise Skip
        grown = n if kind == "FFT" else 1
        self.bound *= grown
        self.error = self.error * grown + 8 * self.bound * self.unit
        self.emit(f"fft({self.name}), fft_type={kind}, fft_length={{{n}}}")


CHANGES = [Numbers.negated, Numbers.doubled, Numbers.squared, Numbers.reversed, Numbers.transposed, Numbers.joined, Numbers.transformed, Numbers.transformed]  # fmt: skip


def complex_numbers(b):
    x = b.any(lambda v: v.type in ("f32", "f64") and v.dims and v.bound < 100)
    z = Numbers(b, x, b.like(x))
    for _ in range(int(b.rng.integers(1, 5))):
        b.pick(CHANGES)(z)
    part = b.pick(["real", "imag", "abs"])
    return b.add(Value("", x.type, tuple(z.dims), z.bound, None, z.error), f"{part}({z.name})")


OPERATIONS = [complex_numbers]
