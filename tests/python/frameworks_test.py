"""Models of TensorFlow and PyTorch, where these are installed."""
import numpy as np
import pytest

import hlo2cpp

WEIGHTS = np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3)
X = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)


def test_tensorflow_through_its_compiler_ir():
    tf = pytest.importorskip("tensorflow")
    f = tf.function(lambda x: tf.nn.softmax(tf.tanh(x @ tf.constant(WEIGHTS))), jit_compile=True)
    proto = f.experimental_get_compiler_ir(tf.TensorSpec(X.shape, tf.float32))(stage="hlo_serialized")
    model = hlo2cpp.compile(proto, name="net")
    np.testing.assert_allclose(model(X), f(X), rtol=1e-5)
    assert model.check(X)


def test_pytorch_through_torch_export_and_torchax():
    torch = pytest.importorskip("torch")
    torchax = pytest.importorskip("torchax.export")
    net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3)).eval()
    weights, function = torchax.exported_program_to_jax(torch.export.export(net, (torch.from_numpy(X),)))
    model = hlo2cpp.compile(lambda weights, x: function(weights, (x,)), X, params=weights, name="net")
    result = model(X)
    np.testing.assert_allclose(result[0] if isinstance(result, (tuple, list)) else result, net(torch.from_numpy(X)).detach(),
                               rtol=1e-4, atol=1e-6)
    assert model.check(X)
