"""Operations that move elements."""

import numpy as np

from values import INTEGERS, STORED, Skip, Value, integer_range


def braces(items):
    return "{" + ",".join(map(str, items)) + "}"


def broadcast(b):
    x = b.any(lambda v: v.size < 300)
    extra = int(b.rng.integers(0, 3))
    rank = len(x.dims) + extra
    kept = sorted(b.rng.permutation(rank)[: len(x.dims)].tolist())
    dims = [0] * rank
    for i in range(rank):
        dims[i] = x.dims[kept.index(i)] if i in kept else int(b.pick([1, 2, 3, 5, 8]))
    return b.moved(x, dims, f"broadcast({x.name}), dimensions={braces(kept)}")


def reshape(b):
    x = b.any()
    primes, rest, p = [], x.size, 2
    while rest > 1:
        while rest % p == 0:
            primes.append(p)
            rest //= p
        p += 1
    dims = [1] * int(b.rng.integers(0 if not primes else 1, 5))
    if x.size == 0:
        dims = [0, 3]
    for prime in primes:
        dims[int(b.rng.integers(len(dims)))] *= prime
    op = "bitcast" if x.row_major and b.rng.random() < 0.2 else "reshape"
    return b.moved(x, dims, f"{op}({x.name})")


def transpose(b):
    x = b.any(lambda v: len(v.dims) > 1)
    order = b.rng.permutation(len(x.dims)).tolist()
    return b.moved(x, [x.dims[i] for i in order], f"transpose({x.name}), dimensions={braces(order)}")


def slice(b):
    x = b.any(lambda v: v.dims)
    ranges, dims = [], []
    for d in x.dims:
        low = int(b.rng.integers(0, d + 1)) if b.rng.random() < 0.5 else 0
        high = int(b.rng.integers(low, d + 1)) if b.rng.random() < 0.5 else d
        if high == low and b.rng.random() < 0.95:
            low, high = 0, d
        step = int(b.pick([1, 1, 1, 2, 3]))
        ranges.append(f"[{low}:{high}:{step}]")
        dims.append(-(-(high - low) // step))
    return b.moved(x, dims, f"slice({x.name}), slice={braces(ranges)}")


def pad(b):
    x = b.any(lambda v: v.dims)
    value = b.constant(x.type)
    texts, dims = [], []
    for d in x.dims:
        low, high = (int(v) for v in b.rng.integers(-2, 4, 2)) if b.rng.random() < 0.7 else (0, 0)
        interior = int(b.pick([0, 0, 0, 1, 2]))
        size = d + max(d - 1, 0) * interior + low + high
        if size < 0:
            raise Skip
        dims.append(size)
        texts.append(f"{low}_{high}_{interior}")
    facts = {}
    if x.is_float:
        known = x.quantum is not None and value.quantum is not None
        facts = {"bound": max(x.bound, value.bound), "quantum": min(x.quantum, value.quantum) if known else None}
    return b.moved(x, dims, f"pad({x.name}, {value.name}), padding={'x'.join(texts)}", **facts)


def concatenate(b):
    x = b.any(lambda v: v.dims)
    at = int(b.rng.integers(len(x.dims)))

    def fits(v):
        rest = v.type == x.type and len(v.dims) == len(x.dims)
        return rest and all(v.dims[i] == x.dims[i] for i in range(len(x.dims)) if i != at)

    parts = [x] + [b.any(fits) for _ in range(int(b.rng.integers(0, 4)))]
    b.rng.shuffle(parts)
    dims = list(x.dims)
    dims[at] = sum(p.dims[at] for p in parts)
    quanta = [p.quantum for p in parts]
    facts = {"bound": max(p.bound for p in parts), "error": max(p.error for p in parts)}
    facts["quantum"] = None if None in quanta else min(quanta)
    return b.moved(x, dims, f"concatenate({', '.join(p.name for p in parts)}), dimensions={{{at}}}", **facts)


def reverse(b):
    x = b.any(lambda v: v.dims)
    which = [i for i in range(len(x.dims)) if b.rng.random() < 0.5]
    return b.moved(x, x.dims, f"reverse({x.name}), dimensions={braces(which)}")


def iota(b):
    dims = b.module.dims()
    if not dims:
        raise Skip
    type = b.pick([t for t in b.module.types if t != "pred"])
    at = int(b.rng.integers(len(dims)))
    return b.add(Value("", type, dims, max(dims[at], 1), 0), f"iota(), iota_dimension={at}")


def copy(b):
    x = b.any(lambda v: len(v.dims) > 1)
    order = b.rng.permutation(len(x.dims)).tolist()
    value = b.moved(x, x.dims, f"copy({x.name})", row_major=False)
    name, shape, text = b.lines[-1]
    b.lines[-1] = (name, shape + braces(order), text)
    return value


def start_indices(b, count):
    """Scalars: constants, parameters, or an element of an array; within the array and outside of it."""
    type = b.pick(["s32", "s32", *INTEGERS])
    found = []
    for _ in range(count):
        scalars = [v for v in b.values if v.type == type and not v.dims]
        if scalars and b.rng.random() < 0.6:
            found.append(b.pick(scalars))
            continue
        arrays = [v for v in b.values if v.type == type and v.size > 0 and v.dims]
        if arrays and b.rng.random() < 0.6:
            x = b.pick(arrays)
            at = [int(b.rng.integers(d)) for d in x.dims]
            s = b.moved(x, [1] * len(at), f"slice({x.name}), slice={braces(f'[{i}:{i + 1}]' for i in at)}")
            found.append(b.moved(s, [], f"reshape({s.name})"))
            continue
        low = 0 if type[0] == "u" else -2
        found.append(b.constant(type, array=np.asarray(min(int(b.rng.integers(low, 7)), integer_range(type)[1]), STORED[type])))
    if any(v.type != found[0].type for v in found):
        raise Skip
    return found


def dynamic_slice(b):
    x = b.any(lambda v: v.dims)
    sizes = [int(b.rng.integers(0 if d == 0 else 1, d + 1)) for d in x.dims]
    starts = ", ".join(v.name for v in start_indices(b, len(sizes)))
    return b.moved(x, sizes, f"dynamic-slice({x.name}, {starts}), dynamic_slice_sizes={braces(sizes)}")


def dynamic_update_slice(b):
    x = b.any(lambda v: v.dims)

    def fits(v):
        same = v.type == x.type and len(v.dims) == len(x.dims)
        return same and all(s <= d for s, d in zip(v.dims, x.dims))

    u = b.any(fits)
    if u is x or u.dims == x.dims:
        sizes = [max(min(d, 1), d - int(b.rng.integers(0, 3))) for d in u.dims]
        u = b.moved(u, sizes, f"slice({u.name}), slice={braces(f'[0:{s}]' for s in sizes)}")
    starts = ", ".join(v.name for v in start_indices(b, len(x.dims)))
    facts = {"bound": max(x.bound, u.bound), "error": max(x.error, u.error)}
    facts["quantum"] = None if None in (x.quantum, u.quantum) else min(x.quantum, u.quantum)
    return b.moved(x, x.dims, f"dynamic-update-slice({x.name}, {u.name}, {starts})", **facts)


def gather(b):
    x = b.any(lambda v: v.dims and v.size)
    rank = len(x.dims)
    mapped = b.rng.permutation(rank)[: int(b.rng.integers(1, rank + 1))].tolist()
    lead = [int(b.pick([1, 2, 3, 5])) for _ in range(int(b.rng.integers(0, 3)))]
    vector_dim = int(b.rng.integers(len(lead) + 1))
    if len(mapped) == 1 and b.rng.random() < 0.5:
        vector_dim = len(lead)
        index_dims = lead
    else:
        index_dims = lead[:vector_dim] + [len(mapped)] + lead[vector_dim:]
    fits = [v for v in b.values if v.type in INTEGERS and list(v.dims) == index_dims]
    indices = b.pick(fits) if fits else b.constant(b.pick(["s32", "u8", "s64"]), index_dims)
    collapsed = sorted(d for d in mapped if b.rng.random() < 0.6)
    sizes = [1 if d in collapsed else int(b.rng.integers(1, x.dims[d] + 1)) for d in range(rank)]
    window = [sizes[d] for d in range(rank) if d not in collapsed]
    total = len(window) + len(lead)
    offset = sorted(b.rng.permutation(total)[: len(window)].tolist())
    w, l = iter(window), iter(lead)
    dims = [next(w) if i in offset else next(l) for i in range(total)]
    text = f"gather({x.name}, {indices.name}), offset_dims={braces(offset)}, collapsed_slice_dims={braces(collapsed)}"
    text += f", start_index_map={braces(mapped)}, index_vector_dim={vector_dim}, slice_sizes={braces(sizes)}"
    return b.moved(x, dims, text)


OPERATIONS = [broadcast, reshape, transpose, slice, pad, concatenate, reverse, iota, copy, dynamic_slice]
OPERATIONS += [dynamic_update_slice, gather, reshape, transpose, slice, pad]
