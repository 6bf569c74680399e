"""Fixtures of custom calls of linear algebra, as JAX leaves them of jnp.linalg, lowered for CPU and for TPU.

What has no sign or order of its own (eigenvectors, singular vectors) is compared by what it makes: products and
orthogonality.
"""

import re

import numpy as np

from fixture import write

TYPES = (np.float32, np.float64, np.complex64, np.complex128)
FEWER_TYPES = (np.float32, np.complex128)  # where the code of one is long


def random(rng, dtype, *dims):
    x = rng.standard_normal(dims)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(dims)
    return x.astype(dtype)


def adjoint(a):
    return np.swapaxes(a.conj(), -1, -2)


def positive(rng, dtype, *dims):
    a = random(rng, dtype, *dims)
    return (a @ adjoint(a) + 3 * np.eye(dims[-1])).astype(dtype)


def dominant(rng, dtype, n):
    return (random(rng, dtype, n, n) + 4 * np.eye(n)).astype(dtype)


def cases():
    """name: (function of jnp, jax and arrays, makers of the arrays)"""
    import jax
    import jax.numpy as jnp
    from jax import lax

    def h(a):
        return jnp.swapaxes(a.conj(), -1, -2)

    def eigen(a):
        v, w = lax.linalg.eigh(a)
        return w, (v * w.astype(v.dtype)[..., None, :]) @ h(v), h(v) @ v

    def singular(a, full):
        u, s, vt = jnp.linalg.svd(a, full_matrices=full)
        k = s.shape[-1]
        return s, (u[..., :k] * s.astype(u.dtype)[..., None, :]) @ vt[..., :k, :], h(u) @ u, vt @ h(vt)

    def solve(a, b, **options):
        return lax.linalg.triangular_solve(a, b, **options)

    return {
        "cholesky": (jnp.linalg.cholesky, [lambda r, t: positive(r, t, 2, 4, 4)]),
        "cholesky_upper": (lambda a: jnp.linalg.cholesky(a, upper=True), [lambda r, t: positive(r, t, 5, 5)]),
        "lu_tall": (lax.linalg.lu, [lambda r, t: random(r, t, 6, 3)]),
        "lu_wide": (lax.linalg.lu, [lambda r, t: random(r, t, 2, 3, 5)]),
        "solve": (jnp.linalg.solve, [lambda r, t: dominant(r, t, 4), lambda r, t: random(r, t, 4, 3)]),
        "qr": (jnp.linalg.qr, [lambda r, t: random(r, t, 2, 5, 3)]),
        "qr_complete": (lambda a: jnp.linalg.qr(a, mode="complete"), [lambda r, t: random(r, t, 5, 3)]),
        "qr_wide": (jnp.linalg.qr, [lambda r, t: random(r, t, 3, 5)]),
        "qr_pivoting": (lambda a: jax.scipy.linalg.qr(a, pivoting=True), [lambda r, t: random(r, t, 5, 4)]),
        "reflectors_from_the_left": (
            lambda a, tau, c: lax.linalg.ormqr(a, tau, c, left=True, transpose=True),
            [lambda r, t: random(r, t, 4, 3), lambda r, t: random(r, t, 3), lambda r, t: random(r, t, 4, 2)],
        ),
        "reflectors_from_the_right": (
            lambda a, tau, c: lax.linalg.ormqr(a, tau, c, left=False, transpose=False),
            [lambda r, t: random(r, t, 4, 3), lambda r, t: random(r, t, 3), lambda r, t: random(r, t, 2, 4)],
        ),
        "tridiagonal": (lambda a: lax.linalg.tridiagonal(a, lower=True), [lambda r, t: positive(r, t, 5, 5)]),
        "tridiagonal_upper": (lambda a: lax.linalg.tridiagonal(a, lower=False), [lambda r, t: positive(r, t, 5, 5)]),
        "eigh": (eigen, [lambda r, t: positive(r, t, 2, 6, 6)]),
        "svd": (lambda a: singular(a, False), [lambda r, t: random(r, t, 6, 4)]),
        "svd_full": (lambda a: singular(a, True), [lambda r, t: random(r, t, 3, 5)]),
        "svd_of_rank_1": (
            lambda a: singular(a, True),
            [lambda r, t: (random(r, t, 5, 1) @ random(r, t, 1, 3)).astype(t)],
        ),
        "svd_of_huge_and_tiny": (
            lambda a, b: (*singular(a, False), *singular(b, False)),
            [
                lambda r, t: (random(r, t, 4, 3) * t(1e30)).astype(t),
                lambda r, t: (random(r, t, 4, 3) * t(1e-30)).astype(t),
            ],
        ),
        "svd_values": (lambda a: jnp.linalg.svd(a, compute_uv=False), [lambda r, t: random(r, t, 2, 3, 4)]),
        "triangular_adjoint_from_the_right": (
            lambda a, b: solve(a, b, left_side=False, lower=True, transpose_a=True, conjugate_a=True),
            [lambda r, t: dominant(r, t, 4), lambda r, t: random(r, t, 2, 4)],
        ),
        "triangular_of_unit_diagonal": (
            lambda a, b: solve(a, b, left_side=False, lower=False, unit_diagonal=True),
            [lambda r, t: dominant(r, t, 4), lambda r, t: random(r, t, 2, 4)],
        ),
        "triangular_transposed": (
            lambda a, b: solve(a, b, left_side=True, lower=False, transpose_a=True),
            [lambda r, t: dominant(r, t, 4), lambda r, t: random(r, t, 4, 2)],
        ),
        "tridiagonal_solve": (
            lax.linalg.tridiagonal_solve,
            [
                lambda r, t: (random(r, t, 5) * [0, 1, 1, 1, 1]).astype(t),
                lambda r, t: random(r, t, 5),
                lambda r, t: (random(r, t, 5) * [1, 1, 1, 1, 0]).astype(t),
                lambda r, t: random(r, t, 5, 2),
            ],
        ),
    }


FOR_TPU = ("cholesky", "lu_tall", "lu_wide", "solve", "qr", "qr_complete", "eigh")

# The form of before 2024: sizes and options are operands; workspace is a result.
OLD = """HloModule old_lapack

ENTRY main {
  x0 = f32[3,3] parameter(0)
  x1 = f32[3,2] parameter(1)
  zero = s32[] constant(0)
  one = s32[] constant(1)
  two = s32[] constant(2)
  three = s32[] constant(3)
  work = s32[] constant(64)
  unit = f32[] constant(1)
  p = (f32[3,3], s32[]) custom-call(one, one, three, x0), custom_call_target="lapack_spotrf"
  l = f32[3,3] get-tuple-element(p), index=0
  y = f32[3,2] custom-call(one, one, zero, zero, three, two, one, unit, l, x1), custom_call_target="blas_strsm"
  f = (f32[3,3], s32[3], s32[]) custom-call(one, three, three, x0), custom_call_target="lapack_sgetrf"
  lu = f32[3,3] get-tuple-element(f), index=0
  pivots = s32[3] get-tuple-element(f), index=1
  q = (f32[3,2], f32[2], s32[], f32[64]) custom-call(one, three, two, work, x1), custom_call_target="lapack_sgeqrf"
  reflectors = f32[3,2] get-tuple-element(q), index=0
  tau = f32[2] get-tuple-element(q), index=1
  o = (f32[3,2], s32[], f32[64]) custom-call(one, three, two, two, work, reflectors, tau), custom_call_target="lapack_sorgqr"
  columns = f32[3,2] get-tuple-element(o), index=0
  e = (f32[3,3], f32[3], s32[], f32[64], s32[20]) custom-call(one, one, three, x0), custom_call_target="lapack_ssyevd"
  w = f32[3] get-tuple-element(e), index=1
  s = (f32[3,2], f32[2], f32[3,2], f32[2,2], s32[], s32[16], f32[64]) custom-call(zero, one, one, three, two, work, x1), custom_call_target="lapack_sgesdd"
  sigma = f32[2] get-tuple-element(s), index=1
  ROOT out = (f32[3,2], f32[3,3], s32[3], f32[3,2], f32[3], f32[2]) tuple(y, lu, pivots, columns, w, sigma)
}
"""


def without_provenance(text):
    """As the fixtures keep it: no metadata, no sharding rules."""
    text = re.sub(r", metadata=\{[^}]*\}", "", text)
    text = re.sub(r", frontend_attributes=\{.*?custom>\"\}", "", text)
    text = re.sub(r", frontend_attributes=\{[^}]*\}", "", text)
    return "\n".join(line for line in text.splitlines() if line.strip() and not re.match(r"(FileNames|FunctionNames|FileLocations|StackFrames|\d+ )", line))


def custom_call(op):
    import jax

    jax.config.update("jax_enable_x64", True)
    for name, (function, makers) in cases().items():
        rng = np.random.default_rng(len(name))
        types = TYPES[:1] if "huge" in name else FEWER_TYPES if name.startswith(("svd", "eigh")) else TYPES
        arguments = [[make(rng, dtype) for make in makers] for dtype in types]

        def all_types(*arrays):
            step = len(makers)
            return [function(*arrays[i : i + step]) for i in range(0, len(arrays), step)]

        flat = [array for arrays in arguments for array in arrays]
        expected = [np.asarray(r) for r in jax.tree_util.tree_leaves(jax.jit(all_types)(*flat))]
        for platform in ("cpu", "tpu") if name in FOR_TPU else ("cpu",):
            given = flat[: len(makers)] if platform == "tpu" else flat  # it has no other types
            lowered = jax.jit(all_types).trace(*given).lower(lowering_platforms=(platform,))
            text = without_provenance(lowered.compiler_ir("hlo").as_hlo_text())
            write(op, f"{platform}_{name}", text, given, expected[: len(expected) // len(types)] if platform == "tpu" else expected)
    old(op)


def old(op):
    """Expected values by NumPy."""
    rng = np.random.default_rng(3)
    a, b = positive(rng, "float32", 3, 3), random(rng, "float32", 3, 2)
    import jax
    from jax import lax

    lu, pivots, _ = (np.asarray(x) for x in lax.linalg.lu(a))
    q, r = np.linalg.qr(b.astype(np.float64))
    y = np.linalg.solve(np.linalg.cholesky(a.astype(np.float64)), b)
    expected = [y, lu, pivots + 1, q, np.linalg.eigvalsh(a.astype(np.float64)), np.linalg.svd(b, compute_uv=False)]
    types = [np.float32, np.float32, np.int32, np.float32, np.float32, np.float32]
    write(op, "old_lapack", OLD, [a, b], [np.asarray(e).astype(t) for e, t in zip(expected, types)])


MAKERS = {"linear-algebra": custom_call}
