"""Fixtures of custom calls of linear algebra, as JAX leaves them of jnp.linalg, lowered for CPU and for TPU.

What has no sign or order of its own (eigenvectors, singular vectors) is compared by what it makes: products and
orthogonality.
"""

import re

import numpy as np

from fixture import write

TYPES = (np.float32, np.float64, np.complex64, np.complex128)
FEWER_TYPES = (np.float32, np.complex128)  # where the code of one is long
OTHER_TYPES = (np.float64, np.complex64)
REAL_TYPES = (np.float32, np.float64)


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


# Twice the same pair of eigenvalues, and two that are almost equal.
BLOCKS = np.array([[1, 2, 3, 0, 1], [-2, 1, 0, 1, 0], [0, 0, 1, -4, 0], [0, 0, 1, 1, 0], [1e-9, 0, 0, 0, 1]])


def cases():
    """name: (function of jnp, jax and arrays, makers of the arrays, types if not all)"""
    import jax
    import jax.numpy as jnp
    from jax import lax

    def h(a):
        return jnp.swapaxes(a.conj(), -1, -2)

    def eigen(a):
        v, w = lax.linalg.eigh(a)
        return w, (v * w.astype(v.dtype)[..., None, :]) @ h(v), h(v) @ v

    def eigen_of_many(a):
        w, product, orthogonal = eigen(a)
        return w, product / w[-1] + 1, orthogonal + 1

    def singular(a, full):
        u, s, vt = jnp.linalg.svd(a, full_matrices=full)
        k = s.shape[-1]
        return s, (u[..., :k] * s.astype(u.dtype)[..., None, :]) @ vt[..., :k, :], h(u) @ u, vt @ h(vt)

    def eigen_of_general(a):
        w, left, right = lax.linalg.eig(a, compute_left_eigenvectors=True)
        scale = (w / jnp.sum(left.conj() * right, axis=-2))[..., None, :]
        largest = jnp.take_along_axis(right, jnp.argmax(abs(right), axis=-2)[..., None, :], axis=-2)
        return jnp.sort(w), (right * w[..., None, :]) @ h(right), (right * scale) @ h(left), largest.imag

    def eigenvalues(a):
        return jnp.sort(jnp.linalg.eigvals(a))

    def schur(a):
        t, q = lax.linalg.schur(a)
        beside = [jnp.diagonal(t, offset, -2, -1) for offset in (1, -1)]
        below = jnp.tril(t, -1 if jnp.iscomplexobj(t) else -2)
        return jnp.sort(jnp.diagonal(t, 0, -2, -1)), sum(beside[0] * beside[1]), below, q @ t @ h(q), h(q) @ q

    def residual(a):
        w, v = jnp.linalg.eig(a)
        return a @ v - v * w[None, :] + 1, jnp.linalg.norm(v, axis=0)

    def hessenberg_product(a):
        t, q = jax.scipy.linalg.hessenberg(a, calc_q=True)
        return q @ t @ h(q), h(q) @ q

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
        # Large enough for vectors.
        "cholesky_of_many": (jnp.linalg.cholesky, [lambda r, t: positive(r, t, 20, 20)], REAL_TYPES),
        "cholesky_upper_of_many": (lambda a: jnp.linalg.cholesky(a, upper=True), [lambda r, t: positive(r, t, 18, 18)], REAL_TYPES),
        "lu_of_many": (lax.linalg.lu, [lambda r, t: random(r, t, 21, 21)], REAL_TYPES),
        "solve_of_many": (jnp.linalg.solve, [lambda r, t: dominant(r, t, 9), lambda r, t: random(r, t, 9, 19)], REAL_TYPES),
        "qr_of_many": (jnp.linalg.qr, [lambda r, t: random(r, t, 22, 18)], REAL_TYPES),
        "eigh_of_many": (eigen_of_many, [lambda r, t: positive(r, t, 18, 18)], REAL_TYPES),
        "svd_of_many": (lambda a: singular(a, False), [lambda r, t: random(r, t, 20, 17)], REAL_TYPES),
        "eigh": (eigen, [lambda r, t: positive(r, t, 2, 6, 6)], FEWER_TYPES),
        "eig": (eigen_of_general, [lambda r, t: random(r, t, 6, 6)], FEWER_TYPES),
        "eig_of_batch": (eigen_of_general, [lambda r, t: random(r, t, 2, 3, 3)], TYPES[1:2]),
        "eig_of_blocks": (residual, [lambda r, t: BLOCKS.astype(t)], TYPES[:1]),
        "eig_of_jordan": (residual, [lambda r, t: (2 * np.eye(4) + np.eye(4, k=1)).astype(t)], TYPES[1:2]),
        "eig_of_one": (eigen_of_general, [lambda r, t: random(r, t, 1, 1)], FEWER_TYPES),
        "eigvals": (eigenvalues, [lambda r, t: random(r, t, 2, 5, 5)], TYPES[2:3]),
        "eigvals_of_badly_scaled": (
            eigenvalues,
            [lambda r, t: (random(r, t, 4, 4) * 10.0 ** np.subtract.outer([0, 1.5, -1.5, 1], [0, 1.5, -1.5, 1])).astype(t)],
            TYPES[1:2],
        ),
        "eigvals_of_cycle": (eigenvalues, [lambda r, t: np.roll(np.eye(5), 1, 0).astype(t)], TYPES[:1]),
        "eigvals_of_huge_and_tiny": (
            lambda a, b: (eigenvalues(a), eigenvalues(b)),
            [lambda r, t: (random(r, t, 4, 4) * 1e30).astype(t), lambda r, t: (random(r, t, 4, 4) * 1e-30).astype(t)],
            TYPES[:1],
        ),
        # Balancing leaves two of them exactly 0, in LAPACK's order; what compares with 0 must see it.
        "eigvals_of_isolated": (
            lambda a: (jnp.linalg.eigvals(a), jnp.linalg.eigvals(a) == 0),
            [lambda r, t: (np.eye(3, k=-1) - 5.078738 * np.eye(3, 3)[:, :1] * np.eye(1, 3)).astype(t)],
            FEWER_TYPES,
        ),
        "eigvals_of_nan": (eigenvalues, [lambda r, t: np.array([[1, 2], [np.nan, 3]], t)], TYPES[:1]),
        "eigvals_of_triangle": (eigenvalues, [lambda r, t: np.tril(random(r, t, 6, 6))], TYPES[2:3]),
        "hessenberg": (lax.linalg.hessenberg, [lambda r, t: random(r, t, 5, 5)]),
        "hessenberg_of_ones": (hessenberg_product, [lambda r, t: np.ones((8, 8), t)], REAL_TYPES),
        "schur": (schur, [lambda r, t: random(r, t, 6, 6)], FEWER_TYPES),
        "schur_of_batch": (schur, [lambda r, t: random(r, t, 2, 4, 4)], TYPES[1:2]),
        "schur_of_nilpotent": (schur, [lambda r, t: np.eye(5, k=-1).astype(t)], TYPES[:1]),
        "schur_without_vectors": (
            lambda a: jnp.sort(jnp.diagonal(lax.linalg.schur(a, compute_schur_vectors=False)[0])),
            [lambda r, t: random(r, t, 4, 4)],
            TYPES[2:3],
        ),
        "svd": (lambda a: singular(a, False), [lambda r, t: random(r, t, 6, 4)], FEWER_TYPES),
        "svd_full": (lambda a: singular(a, True), [lambda r, t: random(r, t, 3, 5)], FEWER_TYPES),
        "svd_of_rank_1": (
            lambda a: singular(a, True),
            [lambda r, t: (random(r, t, 5, 1) @ random(r, t, 1, 3)).astype(t)],
            FEWER_TYPES,
        ),
        "svd_of_huge_and_tiny": (
            lambda a, b: (*singular(a, False), *singular(b, False)),
            [
                lambda r, t: (random(r, t, 4, 3) * t(1e30)).astype(t),
                lambda r, t: (random(r, t, 4, 3) * t(1e-30)).astype(t),
            ],
            TYPES[:1],
        ),
        "svd_values": (lambda a: jnp.linalg.svd(a, compute_uv=False), [lambda r, t: random(r, t, 2, 3, 4)], FEWER_TYPES),
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
        "tridiagonal_solve_of_singular": (  # its last pivot is 0
            lambda *arrays: lax.linalg.tridiagonal_solve(*arrays, perturb_singular=True),
            [
                lambda r, t: np.array([0, 1, 1, 1], t),
                lambda r, t: np.array([4, 2.25, 2, 0.25], t),
                lambda r, t: np.array([1, -4, 1, 0], t),
                lambda r, t: random(r, t, 4, 2),
            ],
            FEWER_TYPES,
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

# The same of general matrices, and the first form of the typed call: vectors come after the eigenvalues. The
# eigenvalues are real.
OLD_GENERAL = """HloModule old_lapack_of_general

less {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT less = pred[] compare(a, b), direction=LT
}

ENTRY main {
  x = f32[3,3] parameter(0)
  z = c64[3,3] convert(x)
  one = s32[] constant(1)
  three = s32[] constant(3)
  work = s32[] constant(96)
  no = u8[] constant(78)
  yes = u8[] constant(86)
  h = (f32[3,3], f32[2], s32[], f32[96]) custom-call(three, one, three, three, one, work, x), custom_call_target="lapack_sgehrd"
  reduced = f32[3,3] get-tuple-element(h), index=0
  tau = f32[2] get-tuple-element(h), index=1
  e = (f32[3,3], f32[3,3], f32[3,3], f32[3], f32[3], c64[3,3], c64[3,3], s32[]) custom-call(one, three, no, yes, x), custom_call_target="lapack_sgeev"
  w = f32[3] get-tuple-element(e), index=3
  sorted = f32[3] sort(w), dimensions={0}, to_apply=less
  f = (c64[3,3], f32[6], c64[3], c64[3,3], c64[3,3], s32[]) custom-call(one, three, no, yes, z), custom_call_target="lapack_cgeev"
  wz = c64[3] get-tuple-element(f), index=2
  parts = f32[3] real(wz)
  sorted_z = f32[3] sort(parts), dimensions={0}, to_apply=less
  s = (f32[3,3], f32[3], f32[3], f32[3,3], s32[], s32[]) custom-call(one, three, yes, no, x), custom_call_target="lapack_sgees"
  t = f32[3,3] get-tuple-element(s), index=0
  q = f32[3,3] get-tuple-element(s), index=3
  qt = f32[3,3] dot(q, t), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  qtq = f32[3,3] dot(qt, q), lhs_contracting_dims={1}, rhs_contracting_dims={1}
  r = (c64[3,3], f32[3], c64[3], c64[3,3], s32[], s32[]) custom-call(one, three, yes, no, z), custom_call_target="lapack_cgees"
  wr = c64[3] get-tuple-element(r), index=2
  parts_r = f32[3] real(wr)
  sorted_r = f32[3] sort(parts_r), dimensions={0}, to_apply=less
  u = (f32[3,3], f32[3], f32[3], f32[3,3], s32[], s32[]) custom-call(x), custom_call_target="lapack_sgees_ffi", api_version=API_VERSION_TYPED_FFI, backend_config={mode = 86 : ui8, sort = 78 : ui8}
  wu = f32[3] get-tuple-element(u), index=1
  sorted_u = f32[3] sort(wu), dimensions={0}, to_apply=less
  info = s32[] get-tuple-element(u), index=5
  ROOT out = (f32[3,3], f32[2], f32[3], f32[3], f32[3,3], f32[3], f32[3], s32[]) tuple(reduced, tau, sorted, sorted_z, qtq, sorted_r, sorted_u, info)
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
    for name, (function, makers, *types) in cases().items():
        rng = np.random.default_rng(len(name))
        types = types[0] if types else TYPES
        arguments = [[make(rng, dtype) for make in makers] for dtype in types]

        def all_types(*arrays):
            step = len(makers)
            return [function(*arrays[i : i + step]) for i in range(0, len(arrays), step)]

        flat = [array for arrays in arguments for array in arrays]
        expected = [np.asarray(r) for r in jax.tree_util.tree_leaves(jax.jit(all_types)(*flat))]
        if name == "eigvals_of_huge_and_tiny":  # sgeev of OpenBLAS does not scale them back
            wide = jax.jit(all_types)(*(a.astype(np.float64) for a in flat))
            expected = [np.asarray(r).astype(np.complex64) for r in jax.tree_util.tree_leaves(wide)]
        for platform in ("cpu", "tpu") if name in FOR_TPU else ("cpu",):
            given = flat[: len(makers)] if platform == "tpu" else flat  # it has no other types
            lowered = jax.jit(all_types).trace(*given).lower(lowering_platforms=(platform,))
            text = without_provenance(lowered.compiler_ir("hlo").as_hlo_text())
            write(op, f"{platform}_{name}", text, given, expected[: len(expected) // len(types)] if platform == "tpu" else expected)
    old(op)
    old_general(op)


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


def old_general(op):
    """Expected values by LAPACK through JAX and NumPy."""
    from jax import lax

    a = np.array([[2, 1, 0.5], [0.25, -1, 1], [0.5, 1, 5]], np.float32)
    w = np.linalg.eigvals(a.astype(np.float64))
    assert np.isrealobj(w)
    w = np.sort(w).astype(np.float32)
    h, tau = (np.asarray(x) for x in lax.linalg.hessenberg(a))
    write(op, "old_lapack_of_general", OLD_GENERAL, [a], [h, tau, w, w, a, w, w, np.int32(0)])


MAKERS = {"linear-algebra": custom_call}
