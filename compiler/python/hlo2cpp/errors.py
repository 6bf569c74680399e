"""What goes wrong."""


class CompileError(Exception):
    """The compiler refused the module, or a C++ compiler its code; the text is what it said."""


class MissingPackage(ImportError):
    """An optional package is needed here and is not installed."""


def need_jax(what: str):
    """JAX's module; raises MissingPackage that names what needs it."""
    try:
        import jax
    except ImportError as error:
        raise MissingPackage(f"{what} needs JAX, which is not installed: pip install jax") from error
    return jax
