#include "nest/chunks.h"

#include <algorithm>

#include "kernel/loads.h"
#include "nest/visits.h"
#include "nest/walk.h"

namespace hlo2cpp {
namespace nest {
namespace {

void take_rounds(For& loop, const Range& rounds) {
    const std::int64_t first = loop.begin.constant;
    loop.begin = first + rounds.begin * loop.step;
    loop.end = first + rounds.end * loop.step;
}

void limit(Statements& statements, std::int64_t chunks, std::int64_t chunk) {
    for (Statement& statement : statements)
        std::visit(
            [&]<typename Node>(Node& node) {
                if constexpr (std::is_same_v<Node, For>)
                    if (node.parallel) take_rounds(node, rounds_of_chunk(rounds_of(node), chunks, chunk));
                if constexpr (requires { node.body; }) limit(node.body, chunks, chunk);
            },
            statement.node);
}

} // namespace

std::int64_t rounds_of(const For& loop) {
    if (loop.clipped || loop.step < 1 || !loop.begin.products.empty() || !loop.end.products.empty()) return 0;
    const std::int64_t points = loop.end.constant - loop.begin.constant;
    return std::max<std::int64_t>((points + loop.step - 1) / loop.step, 0);
}

bool holds_parallel_loop(const Statements& statements) {
    bool found = false;
    for_each<For>(statements, [&](const For& loop) { found = found || loop.parallel; });
    return found;
}

Body body_of_chunk(const Body& body, std::int64_t chunks, std::int64_t chunk) {
    Body part = body;
    if (holds_parallel_loop(body.statements))
        limit(part.statements, chunks, chunk);
    else if (body.chunk != chunk)
        part.statements.clear();
    return part;
}

} // namespace nest

namespace {

using Fault = std::optional<std::string>;

bool loads_what_it_stores(const Kernel& kernel) {
    return std::ranges::any_of(used_loads(kernel), [&](const UsedLoad& load) {
        return stores_to(kernel, kernel.exprs[load.expr].argument) > 0;
    });
}

// A parallel loop counts points that do not wait for each other.
Fault wrong_loop(const Kernel& kernel, const nest::For& loop) {
    const std::int64_t dim = nest::counted_dim(loop);
    if (nest::rounds_of(loop) == 0) return "a parallel loop does not count up between numbers";
    if (loop.unroll > 0) return "a parallel loop is unrolled";
    if (dim < 0 || dim >= static_cast<std::int64_t>(kernel.dims.size()))
        return "a parallel loop counts no dimension of the kernel's points";
    if (kernel.scan && kernel.scan->dim == dim) return "a parallel loop runs along a scan";
    if (nest::holds_parallel_loop(loop.body)) return "a parallel loop is inside another one";
    return std::nullopt;
}

// True if statements around a parallel loop compute something: only points are bound and tested there.
bool computes_around(const nest::Statements& statements) {
    if (!nest::holds_parallel_loop(statements)) return false;
    return std::ranges::any_of(statements, [](const nest::Statement& statement) {
        return std::visit(
            []<typename Node>(const Node& node) {
                constexpr bool binds = std::is_same_v<Node, nest::Bind> || std::is_same_v<Node, nest::Note>;
                if constexpr (std::is_same_v<Node, nest::For>)
                    return !node.parallel && computes_around(node.body);
                else if constexpr (requires { node.body; })
                    return !nest::holds_parallel_loop(node.body) || computes_around(node.body);
                else
                    return !binds;
            },
            statement.node);
    });
}

bool meet(const nest::Box& a, const nest::Box& b, std::size_t dims) {
    for (std::size_t d = 0; d < dims; ++d)
        if (common_part(a[d], b[d]).size() <= 0) return false;
    return true;
}

// The points that a chunk stores, and its number.
struct Stored {
    nest::Box points;
    std::int64_t chunk = 0;
};

Fault common_points(const Kernel& kernel, const LoopNest& nest) {
    constexpr std::size_t kMostCompared = 2000;
    std::vector<Stored> stored;
    for (std::int64_t chunk = 0; chunk < nest.chunks; ++chunk)
        for (const nest::Body& body : nest.bodies) {
            const nest::Visits visits = all_visits(kernel, body_of_chunk(body, nest.chunks, chunk));
            if (!visits.fault.empty()) return visits.fault;
            for (const nest::Box& points : visits.stores) stored.push_back({points, chunk});
            if (!visits.known || stored.size() > kMostCompared) return "too many boxes of points to be compared";
        }
    for (std::size_t i = 0; i < stored.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (stored[i].chunk != stored[k].chunk && meet(stored[i].points, stored[k].points, kernel.dims.size()))
                return "chunks " + std::to_string(stored[k].chunk) + " and " + std::to_string(stored[i].chunk) +
                       " store the same points";
    return std::nullopt;
}

} // namespace

std::optional<std::string> wrong_chunks(const Kernel& kernel, const LoopNest& nest) {
    if (kernel.in_order) return "the points of its chunks have an order";
    if (loads_what_it_stores(kernel)) return "its chunks load what they store";
    if (nest.row_copy || nest.sort) return "its chunks use one scratch";
    for (const nest::Body& body : nest.bodies) {
        Fault fault;
        nest::for_each<nest::For>(body.statements, [&](const nest::For& loop) {
            if (loop.parallel && !fault) fault = wrong_loop(kernel, loop);
        });
        if (fault) return fault;
        if (computes_around(body.statements)) return "a value is computed around a parallel loop";
        if (body.chunk < 0 || body.chunk >= nest.chunks) return "a body runs in no chunk";
    }
    return common_points(kernel, nest);
}

} // namespace hlo2cpp
