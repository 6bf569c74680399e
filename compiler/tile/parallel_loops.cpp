#include "tile/parallel_loops.h"

#include <algorithm>

#include "kernel/loads.h"
#include "nest/chunks.h"
#include "nest/walk.h"
#include "tile/estimate.h"

namespace hlo2cpp {
namespace {

// Fewest cycles of a kernel that is divided. Threads that wait in a loop start and end in some six hundred.
constexpr double kLeastCycles = 1200;
// Cycles for a byte that moves from the cache of one core to that of another, where a step before has written it, and
// for a byte of a constant that the caches of all cores hold.
constexpr double kMovedByte = 1, kConstantByte = 0.05;
// Bytes of a run through memory that is so short that caches take it together with its neighbours.
constexpr std::int64_t kShortRun = 256;

// The largest chunk of a loop as a part of it.
double largest_part(const nest::For& loop, std::int64_t chunks) {
    const std::int64_t rounds = nest::rounds_of(loop);
    return static_cast<double>((rounds + chunks - 1) / chunks) / static_cast<double>(rounds);
}

// Cycles for the elements that more than one chunk reads or writes, by dimension of the points that is divided.
class CommonMemory {
public:
    CommonMemory(const Kernel& kernel, std::int64_t chunks)
        : kernel_(kernel), chunks_(chunks), cycles_(kernel.dims.size()) {
        for (const UsedLoad& load : used_loads(kernel))
            add(kernel.exprs[load.expr].argument, kernel.exprs[load.expr].index);
        for (const Output& output : kernel.outputs) add(output.argument, output.index);
    }
    double operator[](std::int64_t dim) const { return cycles_[static_cast<std::size_t>(dim)]; }

private:
    void add(ArgumentId argument, const Index& index) {
        const KernelArgument& array = kernel_[argument];
        const double cycles = (array.constant ? kConstantByte : kMovedByte) * static_cast<double>(array.bytes());
        for (std::size_t d = 0; d < cycles_.size(); ++d) {
            const auto dim = static_cast<std::int64_t>(d);
            const std::int64_t stride = std::abs(kernel_.space.coefficient(index, dim));
            const std::int64_t run = kernel_.dims[d] / chunks_ * stride * byte_size(array.type);
            const bool apart = stride > 0 ? run > kShortRun : kernel_.space.depends_on(index, dim);
            if (!apart) cycles_[d] += cycles;
        }
    }

    const Kernel& kernel_;
    const std::int64_t chunks_;
    std::vector<double> cycles_;
};

std::int64_t points_of(const nest::Body& body) {
    std::int64_t points = 1;
    for (const Range& range : body.box) points *= range.size();
    return points;
}

class ParallelNest {
public:
    ParallelNest(const Kernel& kernel, LoopNest nest, double cycles, std::int64_t chunks)
        : kernel_(kernel), nest_(std::move(nest)), cycles_(cycles), chunks_(chunks), common_memory_(kernel, chunks) {
        nest_.chunks = chunks;
    }

    // The nest with parallel loops; none if its chunks would need each other. Bodies that share points must be divided
    // along one dimension; else each along the best one.
    std::optional<LoopNest> run() {
        const auto dims = static_cast<std::int64_t>(kernel_.dims.size());
        for (std::int64_t dim = -1; dim < dims; ++dim)
            if (std::optional<LoopNest> divided = along(dim)) return divided;
        return std::nullopt;
    }

private:
    // -1: each body along the best dimension.
    std::optional<LoopNest> along(std::int64_t dim) const {
        LoopNest divided = nest_;
        bool any = false;
        std::vector<std::int64_t> points(static_cast<std::size_t>(chunks_)); // of each chunk, so far
        for (nest::Body& body : divided.bodies) any = place(body, chosen(body, dim), points) || any;
        if (!any || wrong_chunks(kernel_, divided)) return std::nullopt;
        return divided;
    }

    // Divides a body, or gives it to the chunk with the fewest points: what leaves the largest one smaller. True if it
    // is divided.
    bool place(nest::Body& body, nest::For* loop, std::vector<std::int64_t>& points) const {
        std::vector<std::int64_t> shared = points;
        const std::int64_t all = points_of(body), rounds = loop == nullptr ? 1 : nest::rounds_of(*loop);
        for (std::int64_t chunk = 0; loop != nullptr && chunk < chunks_; ++chunk)
            shared[static_cast<std::size_t>(chunk)] += all / rounds * rounds_of_chunk(rounds, chunks_, chunk).size();
        const auto least = std::ranges::min_element(points);
        body.chunk = least - points.begin();
        *least += all;
        if (loop == nullptr || std::ranges::max(points) < std::ranges::max(shared)) return false;
        body.chunk = 0;
        points = std::move(shared);
        return loop->parallel = true;
    }

    // The loop that is divided; null if none can be.
    nest::For* chosen(nest::Body& body, std::int64_t dim) const {
        nest::For* best = nullptr;
        for (nest::For* const loop : loops_around_tile(body.statements)) {
            if (!may_be_divided(*loop) || (dim >= 0 && nest::counted_dim(*loop) != dim)) continue;
            if (best == nullptr || time(*loop) < time(*best)) best = loop;
        }
        return best;
    }

    // Cycles of the largest chunk.
    double time(const nest::For& loop) const {
        return cycles_ * largest_part(loop, chunks_) + common_memory_[nest::counted_dim(loop)];
    }

    bool may_be_divided(const nest::For& loop) const {
        const std::int64_t dim = nest::counted_dim(loop), rounds = nest::rounds_of(loop);
        const bool is_point = dim >= 0 && dim < static_cast<std::int64_t>(kernel_.dims.size());
        return is_point && rounds > 1 && rounds <= INT32_MAX / chunks_ && loop.unroll == 0 &&
               !(kernel_.scan && kernel_.scan->dim == dim);
    }

    // Loops inside each other, outermost first, around which nothing is computed.
    static std::vector<nest::For*> loops_around_tile(nest::Statements& statements) {
        std::vector<nest::For*> loops;
        for (nest::Statements* level = &statements; level != nullptr;) level = inside(*level, loops);
        return loops;
    }
    // The body of the only statement that has one; null if others compute something.
    static nest::Statements* inside(nest::Statements& level, std::vector<nest::For*>& loops) {
        nest::Statements* body = nullptr;
        for (nest::Statement& statement : level) {
            if (std::holds_alternative<nest::Bind>(statement.node) ||
                std::holds_alternative<nest::Note>(statement.node))
                continue;
            if (body != nullptr) return nullptr;
            body = body_of(statement, loops);
            if (body == nullptr) return nullptr;
        }
        return body;
    }
    static nest::Statements* body_of(nest::Statement& statement, std::vector<nest::For*>& loops) {
        if (auto* const scope = std::get_if<nest::Scope>(&statement.node)) return &scope->body;
        if (auto* const test = std::get_if<nest::If>(&statement.node)) return &test->body;
        if (auto* const both = std::get_if<nest::Unswitched>(&statement.node)) return &both->body;
        auto* const loop = std::get_if<nest::For>(&statement.node);
        if (loop != nullptr) loops.push_back(loop);
        return loop == nullptr ? nullptr : &loop->body;
    }

    const Kernel& kernel_;
    LoopNest nest_;
    const double cycles_;
    const std::int64_t chunks_;
    const CommonMemory common_memory_;
};

} // namespace

void add_parallel_loops(const Kernels& kernels, std::int64_t threads, LoopNests& nests) {
    if (threads < 2) return;
    for (LoopNest& nest : nests.nests) {
        const Kernel& kernel = kernels[nest.kernel];
        const double cycles = nest.is_empty() ? 0 : estimate(kernel, nest, nests.target).cycles;
        if (cycles < kLeastCycles) continue;
        if (std::optional<LoopNest> divided = ParallelNest(kernel, nest, cycles, threads).run())
            nest = std::move(*divided);
    }
}

} // namespace hlo2cpp
