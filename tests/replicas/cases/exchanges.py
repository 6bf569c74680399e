"""all-gather, all-to-all, collective-permute, collective-broadcast, ragged-all-to-all, send and recv, and the ids."""

import numpy as np

from devices import by_device, case, entry, exchanged, gathered, numbers, sent
from fixture import shape


def one(name, replicas, partitions, x, expression, results, runs_in_xla=True):
    """One instruction of one array."""
    line = f"r0 = {shape(results[0])} {expression}"
    case(name, entry(by_device(x), [line], ["r0"]), replicas, partitions, by_device(x), by_device(results), runs_in_xla)


def all_gather(name, replicas, partitions, x, written, groups, axis=0, more="", runs_in_xla=True):
    expression = f"all-gather(x0), replica_groups={written}, dimensions={{{axis}}}{more}"
    one(name, replicas, partitions, x, expression, gathered(groups, x, axis), runs_in_xla)


def all_gather_f8():
    x = numbers(4, 3, dtype="f8e4m3fn")
    all_gather("all_gather_f8", 4, 1, x, "{}", [[0, 1, 2, 3]], runs_in_xla=False)


def all_gather_unsorted():
    all_gather("all_gather_unsorted", 4, 1, numbers(4, 2, 1, dtype="c64"), "{{3,1},{0,2}}", [[3, 1], [0, 2]], 1)


def all_gather_iota():
    x = numbers(8, 2, 1, dtype="s32")
    all_gather("all_gather_iota", 8, 1, x, "[2,4]<=[4,2]T(1,0)", [[0, 2, 4, 6], [1, 3, 5, 7]], 1)


def all_gather_mesh():
    x = numbers(8, 1, 2)
    groups = [[0, 4, 1, 5], [2, 6, 3, 7]]
    all_gather("all_gather_mesh", 8, 1, x, "mesh['x'=2,'y'=2,'z'=2] {'z','x'}", groups, runs_in_xla=False)


def all_gather_of_replicas():
    all_gather("all_gather_of_replicas", 2, 2, numbers(4, 2), "{{1,0}}", [[2, 0], [3, 1]])


def all_gather_of_both():
    all_gather("all_gather_of_both", 2, 2, numbers(4, 2), "{{1,0}}", [[2, 3, 0, 1]], more=", channel_id=1")


def all_gather_of_devices():
    more = ", channel_id=1, use_global_device_ids=true"
    all_gather("all_gather_of_devices", 2, 2, numbers(4, 2), "[2,2]<=[2,2]T(1,0)", [[0, 2], [1, 3]], more=more)


def all_gather_async():
    x, y = numbers(4, 2, dtype="s32"), numbers(4, 3, dtype="s32", seed=1)
    lines = [
        "s = (s32[2], s32[8]) all-gather-start(x0), replica_groups={}, dimensions={0}",
        "w = s32[3] multiply(x1, x1)",
        "r0 = s32[8] all-gather-done(s)",
        "r1 = s32[3] add(w, x1)",
    ]
    expected = by_device(gathered([[0, 1, 2, 3]], x, 0), [own * own + own for own in y])
    arguments = by_device(x, y)
    case("all_gather_async", entry(arguments, lines, ["r0", "r1"]), 4, 1, arguments, expected, runs_in_xla=False)


def all_to_all_dimension():
    x = numbers(4, 4, 3, dtype="s8")
    expression = "all-to-all(x0), replica_groups={{1,0},{2,3}}, dimensions={0}"
    one("all_to_all_dimension", 4, 1, x, expression, exchanged([[1, 0], [2, 3]], x, 0, 0), runs_in_xla=False)


def all_to_all_of_partitions():
    x = numbers(4, 2, 4, dtype="bf16")
    expression = "all-to-all(x0), channel_id=1, replica_groups={{1,0}}, dimensions={1}"
    results = exchanged([[1, 0], [3, 2]], x, 1, 1)
    one("all_to_all_of_partitions", 2, 2, x, expression, results, runs_in_xla=False)


def all_to_all_tuple():
    x, y = numbers(4, 2, 3), numbers(4, 2, 3, seed=1)
    lines = [
        "t = (f32[2,3], f32[2,3]) all-to-all(x0, x1), replica_groups={{0,2},{3,1}}",
        "r0 = f32[2,3] get-tuple-element(t), index=0",
        "r1 = f32[2,3] get-tuple-element(t), index=1",
    ]
    groups = [[0, 2], [3, 1]]
    parts = [np.stack(own) for own in zip(x, y)]
    results = exchanged(groups, parts, 0, 0)
    arguments = by_device(x, y)
    case("all_to_all_tuple", entry(arguments, lines, ["r0", "r1"]), 4, 1, arguments, results)


def permute(name, replicas, partitions, x, written, pairs, more="", runs_in_xla=True):
    expression = f"collective-permute(x0), source_target_pairs={written}{more}"
    one(name, replicas, partitions, x, expression, sent(pairs, x), runs_in_xla)


def permute_ring():
    permute("permute_ring", 4, 1, numbers(4, 2, 3), "{{0,1},{1,2},{2,3},{3,0}}", [(0, 1), (1, 2), (2, 3), (3, 0)])


def permute_missing():
    """A device without a source, one that sends to none, and one that is its own source."""
    permute("permute_missing", 4, 1, numbers(4, 5, dtype="u8"), "{{0,1},{1,3},{2,2}}", [(0, 1), (1, 3), (2, 2)])


def permute_partitions():
    permute("permute_partitions", 2, 2, numbers(4, 3, dtype="f64"), "{{0,1}}", [(0, 1), (2, 3)], ", channel_id=1")


def permute_replicas():
    permute("permute_replicas", 2, 2, numbers(4, 3, dtype="pred", most=1), "{{1,0},{0,1}}", [(2, 0), (3, 1), (0, 2), (1, 3)])


def permute_s4():
    permute("permute_s4", 2, 1, numbers(2, 5, dtype="s4", most=7), "{{0,1}}", [(0, 1)], runs_in_xla=False)


def permute_async():
    x = numbers(4, 3)
    lines = [
        "s = (f32[3], f32[3]) collective-permute-start(x0), source_target_pairs={{0,1},{1,2},{2,3}}",
        "w = f32[3] multiply(x0, x0)",
        "d = f32[3] collective-permute-done(s)",
        "r0 = f32[3] add(d, w)",
    ]
    results = [a + own * own for a, own in zip(sent([(0, 1), (1, 2), (2, 3)], x), x)]
    case("permute_async", entry(by_device(x), lines, ["r0"]), 4, 1, by_device(x), by_device(results), runs_in_xla=False)


def broadcast(name, replicas, partitions, x, written, groups, more=""):
    results = [np.zeros_like(own) for own in x]
    for group in groups:
        for device in group:
            results[device] = x[group[0]]
    expression = f"collective-broadcast(x0), replica_groups={written}{more}"
    one(name, replicas, partitions, x, expression, results, runs_in_xla=False)


def broadcast_missing():
    """Devices in no group get zeros."""
    broadcast("broadcast_missing", 4, 1, numbers(4, 3), "{{2,1}}", [[2, 1]])


def broadcast_pairs():
    broadcast("broadcast_pairs", 4, 1, numbers(4, 3, dtype="f16"), "{{3,1},{0,2}}", [[3, 1], [0, 2]])


def broadcast_partitions():
    broadcast("broadcast_partitions", 2, 2, numbers(4, 3, dtype="s32"), "{{1,0}}", [[1, 0], [3, 2]], ", channel_id=1")


def ragged():
    """Device s sends counts[s][t] rows to device t, which puts them at starts[t][s]; other rows keep what they have."""
    counts = np.array([[1, 2], [2, 0]], np.int32)
    starts = np.array([[5, 0], [1, 4]], np.int32)
    x = numbers(2, 4, 3)
    y = numbers(2, 8, 3, seed=1)
    offsets = [np.array([0, 2], np.int32)] * 2
    sizes = list(counts)
    at = [starts[:, s].copy() for s in range(2)]
    received = [counts[:, t].copy() for t in range(2)]
    results = [own.copy() for own in y]
    for s in range(2):
        for t in range(2):
            count, start = counts[s][t], starts[t][s]
            results[t][start : start + count] = x[s][offsets[s][t] : offsets[s][t] + count]
    line = "r0 = f32[8,3] ragged-all-to-all(x0, x1, x2, x3, x4, x5), replica_groups={{0,1}}"
    arguments = by_device(x, y, offsets, sizes, at, received)
    case("ragged", entry(arguments, [line], ["r0"]), 2, 1, arguments, by_device(results), runs_in_xla=False)


def send_and_recv():
    x = numbers(4, 4)
    more = "channel_id=2, frontend_attributes={_xla_send_recv_source_target_pairs={{0,1},{1,3},{3,0}}}"
    lines = [
        "t = token[] after-all()",
        f"v = (f32[4], u32[], token[]) recv(t), {more}",
        f"s = (f32[4], u32[], token[]) send(x0, t), {more}, control-predecessors={{v}}",
        f"vd = (f32[4], token[]) recv-done(v), {more}, control-predecessors={{s}}",
        f"sd = token[] send-done(s), {more}, control-predecessors={{vd}}",
        "d = f32[4] get-tuple-element(vd), index=0",
        "r0 = f32[4] add(d, x0)",
    ]
    results = [a + own for a, own in zip(sent([(0, 1), (1, 3), (3, 0)], x), x)]
    case("send_and_recv", entry(by_device(x), lines, ["r0"]), 4, 1, by_device(x), by_device(results), runs_in_xla=False)


def ids():
    x = numbers(6, 2, dtype="s32")
    lines = [
        "r = u32[] replica-id()",
        "p = u32[] partition-id()",
        "rs = s32[] convert(r)",
        "ps = s32[] convert(p)",
        "rb = s32[2] broadcast(rs), dimensions={}",
        "pb = s32[2] broadcast(ps), dimensions={}",
        "t = s32[2] multiply(x0, rb)",
        "r0 = s32[2] add(t, pb)",
    ]
    results = [own * (d // 3) + d % 3 for d, own in enumerate(x)]
    case("ids", entry(by_device(x), lines, ["r0"]), 2, 3, by_device(x), by_device([r.astype(np.int32) for r in results]), runs_in_xla=False)


MAKERS = [maker for name, maker in globals().items()
          if name.startswith(("all_gather_", "all_to_all_", "permute_", "broadcast_", "ragged", "send_", "ids"))]
