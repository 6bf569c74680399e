"""Code for other machines, run in QEMU beside JAX: where vectors of floats have intrinsics of their own, and elsewhere."""
import os
import shutil
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import hlo2cpp

RNG = np.random.default_rng(11)
ARM, RISC_V = ("arm-none-eabi-gcc", "qemu-system-arm"), ("riscv64-unknown-elf-gcc", "qemu-system-riscv32")
MACHINES = {"cortex-m0": ARM, "cortex-m3": ARM, "cortex-m33": ARM, "cortex-m55": ARM, "rv32imc": RISC_V, "rv32imafc": RISC_V,
            "armv7": ("arm-linux-gnueabihf-gcc", "qemu-arm"), "cortex-a76": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
            "cortex-a510": ("aarch64-linux-gnu-gcc", "qemu-aarch64"), "aarch64-sve256": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
            "rv64gc": ("riscv64-linux-gnu-gcc", "qemu-riscv64"), "ppc64le": ("powerpc64le-linux-gnu-gcc", "qemu-ppc64le")}


def numbers(*shape):
    return RNG.normal(size=shape).astype(np.float32)


X, W = numbers(5, 12), numbers(12, 7)
IMAGE, FILTERS, BIAS = numbers(1, 7, 9, 6), numbers(3, 3, 6, 10), numbers(10)
POINTS, CHANNELS, COLUMNS = numbers(3, 3, 1, 24), numbers(1, 5, 6, 24), numbers(31, 19)
for image in IMAGE, CHANNELS:  # extrema keep them
    image[0, 1, 1, 2], image[0, 4, 5, 1], image[0, 2, 5, 0] = np.nan, np.inf, -np.inf


def dense(x):
    return jnp.tanh(x @ W)


def convolved(image, filters, groups=1):
    return jax.lax.conv_general_dilated(image, filters, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                        feature_group_count=groups)


def convolution(image):
    return jnp.maximum(convolved(image, FILTERS) + BIAS, 0)


def depthwise(image):
    return jnp.minimum(jnp.maximum(convolved(image, POINTS, 24), 0), 0.5)


def residual(image):
    return jnp.maximum(convolved(image, FILTERS), image[..., :1] * BIAS) * 0.25


def gelu(x):
    return jax.nn.gelu(x @ COLUMNS + 1)


def product(a, b):
    return a @ b


FUNCTIONS = {"convolution": (convolution, IMAGE), "depthwise": (depthwise, CHANNELS), "residual": (residual, IMAGE),
             "gelu": (gelu, numbers(9, 31)), "product": (product, numbers(9, 12), numbers(12, 10)),
             "matrix_vector": (product, numbers(21, 40), numbers(40)), "one_term_left": (product, numbers(3, 89), numbers(89))}

# Arguments of functions: ends of ranges, what is no number, and a number of them that fills no vectors.
ANY = np.concatenate([np.float32([0, -0.0, np.inf, -np.inf, np.nan, 3e38, -3e38, 88.7, 88.8, -87.3, -104.5, 128, -128, 1e-20, -1e-20,
                                  1e-8, 0.5, -0.5, 5.9, -5.9]), np.linspace(-110, 110, 202, dtype=np.float32), numbers(65)])
FUNCTIONS_IN_LANES = {"exp": jnp.exp, "expm1": jnp.expm1, "logistic": jax.nn.sigmoid, "tanh": jnp.tanh, "erf": jax.lax.erf,
                      "gate": lambda x: jnp.tanh(x) / (1 + jnp.exp(-x)) - 2 * x, "ratio": lambda x: (x - 3) / (abs(x) + 1) * x,
                      "softmax": lambda x: jax.nn.softmax(jnp.tanh(x[20:] * 9).reshape(3, 89))}


def needs(target):
    if not all(map(shutil.which, MACHINES[target])):
        pytest.skip("no compiler, or no emulator")


@pytest.mark.parametrize("target", MACHINES)
def test_an_emulated_machine_gives_what_jax_gives_and_counts_instructions(target):
    needs(target)
    run = hlo2cpp.compile(dense, X, name="net", target=target).emulate(X)
    np.testing.assert_allclose(run.results, dense(X), rtol=1e-5)
    assert run.instructions > 100 and run.flash_bytes > 1000
    assert (run.stack_bytes is None) == (MACHINES[target] not in (ARM, RISC_V))


@pytest.mark.parametrize("target", ["cortex-m55", "armv7"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_sums_of_floats_that_are_vectors_give_what_jax_gives_and_extrema_keep_nans(name, target):
    needs(target)
    function, *arguments = FUNCTIONS[name]
    model = hlo2cpp.compile(function, *arguments, name="net", target=target)
    assert "add_multiple_f32x4" in model.source or "fma_f32x4" in model.source
    np.testing.assert_allclose(model.emulate(*arguments).results, function(*arguments), rtol=2e-5, atol=1e-5)
    in_order = hlo2cpp.compile(function, *arguments, name="net", target=target, options=["--deterministic"])
    assert "f32x4" not in in_order.source


# Corners of f16: zeros, subnormal numbers, powers and their neighbours, the largest number, infinities, NaN.
CORNERS = np.array([0, 1, 2, 0x155, 0x3fe, 0x3ff, 0x400, 0x401, 0x7ff, 0x800, 0x1400, 0x2e66, 0x3555, 0x3bff, 0x3c00, 0x3c01, 0x4248,
                    0x5bff, 0x6400, 0x77ff, 0x7800, 0x7bfe, 0x7bff, 0x7c00, 0x7e00], np.uint16)
CORNERS = np.concatenate([CORNERS, CORNERS | 0x8000]).view(np.float16)
HALF = np.float16(0.5)
HALVES = {"add": lambda x, y: x + y, "subtract": lambda x, y: x - y, "multiply": lambda x, y: x * y, "divide": lambda x, y: x / y,
          "sqrt": lambda x, y: jnp.sqrt(jnp.abs(x) * HALF), "maximum": jnp.maximum, "minimum": jnp.minimum,
          "clamp": lambda x, y: jax.lax.clamp(-HALF, x, y), "negate": lambda x, y: -x + y,
          "choices": lambda x, y: jnp.where((x > y) | (x == HALF) & ~(y <= x), -x, jnp.where(x >= y, y, jnp.abs(x))),
          "unequal": lambda x, y: jnp.where(x != y, x, HALF)}


def assert_same_halves(results, expected):
    results, expected = np.asarray(results), np.asarray(expected)
    numbers = ~(np.isnan(results) & np.isnan(expected))
    np.testing.assert_array_equal(results.view(np.uint16)[numbers], expected.view(np.uint16)[numbers])


@pytest.mark.parametrize("name", HALVES)
def test_lanes_of_f16_give_the_bits_that_jax_gives(name):
    needs("cortex-a76")
    x, y = (side.reshape(-1) for side in np.meshgrid(CORNERS, CORNERS))
    model = hlo2cpp.compile(HALVES[name], x, y, name="net", target="cortex-a76")
    assert "_f16x8(" in model.source and "f32x4" not in model.source
    assert_same_halves(model.emulate(x, y).results, jax.jit(HALVES[name])(x, y))


@pytest.mark.parametrize("target", ["cortex-a76", "cortex-a510"])
@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_deterministic_code_calls_no_helper_where_others_have_an_instruction(target, kind):
    needs(target)
    arguments = [numbers(*size).astype(kind) for size in ((13, 33), (33, 24))]
    any_order, in_order = (hlo2cpp.compile(product, *arguments, name="net", target=target, options=options).emulate(*arguments)
                           for options in ([], ["--deterministic"]))
    assert in_order.instructions < 1.5 * any_order.instructions


def test_deterministic_lanes_of_f16_store_one_nan():
    needs("cortex-a76")
    x, y = (side.reshape(-1) for side in np.meshgrid(CORNERS, CORNERS))
    model = hlo2cpp.compile(HALVES["divide"], x, y, name="net", target="cortex-a76", options=["--deterministic"])
    assert "_f16x8(" in model.source
    results = np.asarray(model.emulate(x, y).results)
    assert set(results.view(np.uint16)[np.isnan(results)]) == {0x7e00}


@pytest.mark.parametrize("options", [[], ["--deterministic"]])
def test_products_and_sums_of_f16_are_rounded_apart(options):
    needs("cortex-a76")
    x, y, z = (numbers(3, 1365).astype(np.float16) for _ in range(3))
    model = hlo2cpp.compile(lambda x, y, z: x * y + z, x, y, z, name="net", target="cortex-a76", options=options)
    apart = ((x.astype(np.float32) * y).astype(np.float16).astype(np.float32) + z).astype(np.float16)
    assert (apart != (x.astype(np.float64) * y + z).astype(np.float16)).any()  # rounded once; the last seven are no vector
    assert_same_halves(model.emulate(x, y, z).results, apart)


@pytest.mark.parametrize("options", [[], ["--deterministic"]])
def test_products_of_f16_are_exact_and_their_sums_are_f32(options):
    needs("cortex-a510")
    a, b = (RNG.choice(CORNERS[np.isfinite(CORNERS)], size).astype(np.float16) for size in ((9, 27), (27, 24)))
    a[1], a[2, 3], a[3, 20], a[4, 5] = a[1] * np.float16(6e-8), np.nan, np.inf, -np.inf  # subnormal numbers, and corners
    model = hlo2cpp.compile(product, a, b, name="net", target="cortex-a510", options=options)
    assert "fmlal2" in model.source
    assert "fmlal" not in hlo2cpp.compile(product, a, b, name="net", target="cortex-a76").source
    sums = np.zeros((9, 24), np.float32)
    with np.errstate(all="ignore"):
        for k in range(27):  # in this order, each rounded once
            sums += a[:, k:k + 1].astype(np.float32) * b[k].astype(np.float32)
        assert_same_halves(model.emulate(a, b).results, sums.astype(np.float16))


def half_convolution(image):
    return jnp.maximum(convolved(image, FEATURES) + FEATURES[0, 0, 0], 0)


FEATURES = numbers(3, 3, 8, 16).astype(np.float16)
LAYERS = {"convolution": (half_convolution, numbers(1, 7, 9, 8)), "product": (product, numbers(21, 40), numbers(40, 24)),
          "matrix_vector": (product, numbers(21, 40), numbers(40)), "transposed": (lambda a, b: a @ b.T, numbers(9, 40), numbers(18, 40))}


@pytest.mark.parametrize("name", LAYERS)
def test_layers_of_f16_give_what_jax_gives(name):
    needs("cortex-a510")
    function, *arguments = LAYERS[name]
    arguments = [argument.astype(np.float16) for argument in arguments]
    model = hlo2cpp.compile(function, *arguments, name="net", target="cortex-a510")
    np.testing.assert_allclose(model.emulate(*arguments).results, function(*arguments), rtol=4e-3, atol=4e-3)


@pytest.mark.parametrize("target", ["cortex-m55", "armv7"])
@pytest.mark.parametrize("name", FUNCTIONS_IN_LANES)
def test_functions_of_floats_in_lanes_give_what_jax_gives_for_any_argument(name, target):
    needs(target)
    function = FUNCTIONS_IN_LANES[name]
    model = hlo2cpp.compile(function, ANY, name="net", target=target)
    assert "f32x4_to(out" in model.source
    with np.errstate(all="ignore"):
        expected = function(ANY)
    np.testing.assert_allclose(model.emulate(ANY).results, expected, rtol=2e-6, atol=1.2e-38)
    assert "f32x4" not in hlo2cpp.compile(function, ANY, name="net", target=target, options=["--deterministic"]).source


def test_a_machine_that_is_not_this_one_is_emulated_only():
    other = hlo2cpp.compile(dense, X, name="net", target="ppc64le")
    with pytest.raises(hlo2cpp.CompileError, match="on the generated code\nemulate\\(\\) runs code for ppc64le in QEMU"):
        other(X)


def test_a_machine_that_is_not_emulated_names_all_that_are():
    unknown = subprocess.run([os.environ["HLO2CPP_BINARY"], "compile", "net.hlo", "--target", "?"], capture_output=True, text=True)
    targets = unknown.stderr.splitlines()[0].split("one of ")[1].removesuffix(", native").split(", ")
    machines = {target: hlo2cpp.compile(dense, X, name="net", target=target).report["machine"] for target in targets}
    with pytest.raises(ValueError, match="s390x has no machine in QEMU; these have: ") as error:
        hlo2cpp.compile(dense, X, name="net", target="s390x").emulate(X)
    named = str(error.value).split("have: ")[1].split(", ")
    boards = {target for target, machine in machines.items() if machine["tools"] in ("arm-none-eabi-", "riscv64-unknown-elf-")}
    assert set(named) == boards | {target for target, machine in machines.items() if machine["emulator"]}
