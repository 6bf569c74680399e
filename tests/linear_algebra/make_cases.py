#!/usr/bin/env python3
"""Writes cases/: modules of jnp.linalg, matrices of many kinds, and what LAPACK makes of them (JAX on a CPU).

    make_cases.py        needs jax

DECOMPOSITION_N.hlo takes KIND_N.npy, f32[matrices, N, N]; its results are DECOMPOSITION_N.K.npy. What the matrices are
stands in families.txt, a line a kind.
"""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np

CASES = pathlib.Path(__file__).resolve().parent / "cases"
SIZES = (5, 24)
DECOMPOSITIONS = { # of matrices of a kind
    "cholesky": ("positive", lambda a: jnp.linalg.cholesky(a, symmetrize_input=False)),
    "lu": ("general", lambda a: jax.lax.linalg.lu(a)[::2]),
    "solve": ("general", lambda a: jnp.linalg.solve(a, jnp.ones(a.shape[:-1], a.dtype)[..., None])),
    "qr": ("general", lambda a: tuple(jnp.linalg.qr(a))),
    "eigh": ("symmetric", lambda a: tuple(jnp.linalg.eigh(a, symmetrize_input=False))),
    "svd": ("general", lambda a: tuple(jnp.linalg.svd(a))),
    "eig": ("general", lambda a: tuple(jax.lax.linalg.eig(a, compute_left_eigenvectors=False))),
}


def orthogonal(random, n):
    return np.linalg.qr(random.standard_normal((n, n)))[0]


def with_nan(a):
    a = a.copy()
    a[1, 0] = a[0, 1] = np.nan
    return a


def families(random, n, vectors):
    """Name and matrix; vectors() gives the orthogonal matrices on the left and on the right."""

    def of_values(values):
        left, right = vectors()
        return left @ np.diag(values) @ right

    k = np.arange(n)
    plain = of_values(random.uniform(0.5, 2, n))
    scale = np.diag(10.0 ** (-6 * k / n))
    yield "random", plain
    yield "graded", scale @ plain @ scale
    yield "ill-conditioned", of_values(10.0 ** (-6 * k / (n - 1)))
    yield "clustered", of_values(np.where(k < n // 2, 1 + 1e-7 * k, 3 + 1e-7 * k))
    yield "1e-30", plain * 1e-30
    yield "1e30", plain * 1e30
    yield "Hilbert", 1 / (k[:, None] + k[None, :] + 1.0)
    yield "identity", np.eye(n)
    yield "NaN", with_nan(plain)


def singular(random, n, vectors):
    left, right = vectors()
    yield "half the rank", left @ np.diag(np.where(np.arange(n) < n // 2, 1.0, 0.0)) @ right
    yield "rank 1", np.outer(random.standard_normal(n), np.ones(n)) if left is not right.T else np.ones((n, n))
    yield "zero", np.zeros((n, n))
    yield "a zero row and column", np.pad(left[1:, 1:] + left[1:, 1:].T, ((1, 0), (1, 0)))


def kinds(n):
    random = np.random.default_rng(n)

    def two():
        return orthogonal(random, n), orthogonal(random, n)

    def one():
        vectors = orthogonal(random, n)
        return vectors, vectors.T

    def signed(matrices):
        for name, a in matrices: # eigenvalues below zero, too
            yield name, a if name in ("Hilbert", "identity") else a - 0.3 * np.nanmax(np.abs(a)) * np.eye(n)

    yield "positive", [(name, a) for name, a in families(random, n, one) if name not in ("ill-conditioned", "Hilbert")]
    yield "symmetric", [*signed(families(random, n, one)), *singular(random, n, one)]
    yield "general", [*families(random, n, two), *singular(random, n, two)]


def main():
    CASES.mkdir(exist_ok=True)
    names = {}
    for n in SIZES:
        for kind, matrices in kinds(n):
            names[kind] = [name for name, _ in matrices]
            a = np.stack([a for _, a in matrices]).astype(np.float32)
            if kind != "general": # to the last bit
                a = np.tril(a) + np.swapaxes(np.tril(a, -1), 1, 2)
            np.save(CASES / f"{kind}_{n}.npy", a)
            for name, (of, function) in DECOMPOSITIONS.items():
                if of != kind:
                    continue
                lowered = jax.jit(function).lower(jax.ShapeDtypeStruct(a.shape, jnp.float32))
                (CASES / f"{name}_{n}.hlo").write_text(lowered.compiler_ir("hlo").as_hlo_text())
                for k, result in enumerate(jax.tree.leaves(jax.jit(function)(a))):
                    np.save(CASES / f"{name}_{n}.{k}.npy", np.asarray(result))
    (CASES / "families.txt").write_text("".join(f"{kind}: {', '.join(list_)}\n" for kind, list_ in names.items()))


if __name__ == "__main__":
    main()
