"""Which models a command measures."""
from layers import draw
from models import MODELS, Given
from networks import NETWORKS
from real_models import REAL_MODELS


def add_choice(parser):
    parser.add_argument("--models", default="", help="names with commas between; default: all; `real`: the larger ones of real_models.py")
    parser.add_argument("--modules", nargs="+", default=[], metavar="FILE", help="modules of your own instead, without peers")
    parser.add_argument("--networks", action="store_true", help="the networks of networks.py instead of the models")
    parser.add_argument("--integers", action="store_true", help="the int8 layers and networks of integers.py; for counts alone")
    parser.add_argument("--layers", type=int, default=0, help="so many random layers instead of the models")
    parser.add_argument("--seed", type=int, default=1, help="of the random layers; default: 1")


def chosen_models(arguments):
    if arguments.layers:
        return draw(arguments.layers, arguments.seed)
    if arguments.modules:
        return [Given(path) for path in arguments.modules]
    if arguments.integers:
        from integers import INTEGERS # these are written in JAX
        models = INTEGERS
    else:
        models = NETWORKS if arguments.networks else MODELS
        if arguments.models == "real" or arguments.models.split(",")[0] in REAL_MODELS:
            models = REAL_MODELS
    names = arguments.models.split(",") if arguments.models not in ("", "real") else list(models)
    unknown = [name for name in names if name not in models]
    if unknown:
        raise SystemExit(f"unknown model {', '.join(unknown)}; there are {', '.join(models)}")
    return [models[name] for name in names]
