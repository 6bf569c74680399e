"""Code for other machines, run in QEMU beside JAX: where vectors of floats have intrinsics of their own, and elsewhere."""
import shutil

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import hlo2cpp

RNG = np.random.default_rng(11)
ARM, RISC_V = ("arm-none-eabi-gcc", "qemu-system-arm"), ("riscv64-unknown-elf-gcc", "qemu-system-riscv32")
MACHINES = {"cortex-m0": ARM, "cortex-m3": ARM, "cortex-m33": ARM, "cortex-m55": ARM, "rv32imc": RISC_V, "rv32imafc": RISC_V,
            "armv7": ("arm-linux-gnueabihf-gcc", "qemu-arm"), "cortex-a76": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
            "aarch64-sve256": ("aarch64-linux-gnu-gcc", "qemu-aarch64"), "rv64gc": ("riscv64-linux-gnu-gcc", "qemu-riscv64"),
            "ppc64le": ("powerpc64le-linux-gnu-gcc", "qemu-ppc64le")}


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


def test_a_machine_that_is_not_emulated_names_those_that_are():
    with pytest.raises(ValueError, match="s390x has no machine in QEMU; these have: cortex-m0, .*ppc64le"):
        hlo2cpp.compile(dense, X, name="net", target="s390x").emulate(X)
