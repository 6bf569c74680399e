#include "tile/parallel_loops.h"

#include <algorithm>

#include "kernel/step_access.h"
#include "nest/chunks.h"
#include "nest/walk.h"
#include "tile/array_parts.h"
#include "tile/estimate.h"

namespace hlo2cpp {
namespace {

// Cycles in which threads begin a step and end it. Those that wait in a loop do so in six hundred, measured on a Zen 4;
// where there is no cache between cores, they are tasks of a small kernel.
constexpr double kStart = 600, kStartOfTasks = 1500;

// The largest chunk of a loop as a part of it.
double largest_part(const nest::For& loop, std::int64_t chunks) {
    const std::int64_t rounds = nest::rounds_of(loop);
    return static_cast<double>((rounds + chunks - 1) / chunks) / static_cast<double>(rounds);
}

std::int64_t points_of(const nest::Body& body) {
    std::int64_t points = 1;
    for (const Range& range : body.box) points *= range.size();
    return points;
}

// A nest in chunks.
struct DividedNest {
    LoopNest nest;
    std::int64_t dim = -1; // along which most points are divided
    double part = 1;       // of the points, in the largest chunk
};

class ParallelNest {
public:
    // moved: by dimension, cycles in which what chunks along it read comes from other cores.
    ParallelNest(const Kernel& kernel, const LoopNest& nest, double cycles, std::vector<double> moved,
                 std::int64_t chunks)
        : kernel_(kernel), nest_(nest), cycles_(cycles), moved_(std::move(moved)), chunks_(chunks) {}

    // The nest with parallel loops; none if its chunks would need each other. Bodies that share points must be divided
    // along one dimension; else each along the best one.
    std::optional<DividedNest> run() {
        const auto dims = static_cast<std::int64_t>(kernel_.dims.size());
        for (std::int64_t dim = -1; dim < dims; ++dim)
            if (std::optional<DividedNest> divided = along(dim)) return divided;
        return std::nullopt;
    }

private:
    // -1: each body along the best dimension.
    std::optional<DividedNest> along(std::int64_t dim) const {
        DividedNest divided{.nest = nest_};
        divided.nest.chunks = chunks_;
        std::int64_t most = 0, all = 0;
        std::vector<std::int64_t> points(static_cast<std::size_t>(chunks_)); // of each chunk, so far
        for (nest::Body& body : divided.nest.bodies) {
            nest::For* const loop = chosen(body, dim);
            all += points_of(body);
            if (!place(body, loop, points) || points_of(body) <= most) continue;
            most = points_of(body);
            divided.dim = nest::counted_dim(*loop);
        }
        if (most == 0 || wrong_chunks(kernel_, divided.nest)) return std::nullopt;
        divided.part = static_cast<double>(std::ranges::max(points)) / static_cast<double>(all);
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
        return cycles_ * largest_part(loop, chunks_) + moved_[static_cast<std::size_t>(nest::counted_dim(loop))];
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
    const LoopNest& nest_;
    const double cycles_;
    const std::vector<double> moved_;
    const std::int64_t chunks_;
};

// Cycles in which the calls of a kernel read from other cores, added up.
struct CallsOfKernel {
    double count = 0, whole_cycles = 0;
    std::vector<double> divided_cycles; // by dimension
};

class ParallelLoops {
public:
    ParallelLoops(const Kernels& kernels, std::int64_t threads, LoopNests& nests)
        : kernels_(kernels), nests_(nests), chunks_(threads), calls_(kernels.kernels.size()),
          divided_(kernels.kernels.size()) {
        for (const LoopNest& nest : nests.nests)
            cycles_.push_back(nest.is_empty() ? 0 : estimate(kernels[nest.kernel], nest, nests.target).cycles);
    }

    // Twice, because what the calls of a kernel read depends on how the others are divided.
    void run() {
        for (int round = 0; round < 2; ++round) {
            calls_.assign(calls_.size(), {});
            visit_steps();
            for (std::size_t k = 0; k < divided_.size(); ++k) divided_[k] = divide(KernelId(k));
        }
        for (std::size_t k = 0; k < divided_.size(); ++k)
            if (divided_[k]) nests_.nests[k] = std::move(divided_[k]->nest);
    }

private:
    void visit_steps() {
        ArrayParts parts(kernels_, nests_.target, chunks_);
        for (const RegionId region : regions_outside_in(kernels_.regions, kernels_.entries))
            for (const StepNode& step : kernels_[region].steps) visit(step, parts);
    }

    void visit(const StepNode& step, ArrayParts& parts) {
        if (const auto* const loop = std::get_if<While>(&step))
            for (const While::Carried& carried : loop->carried)
                if (carried.initial.valid()) parts.copy(carried.initial, carried.value);
        if (const auto* const copy = std::get_if<Copy>(&step)) parts.copy(copy->from, copy->to);
        const auto* const call = std::get_if<Call>(&step);
        if (call == nullptr) return;
        const std::size_t k = call->kernel.index();
        add(kernels_[call->kernel], *call, parts, calls_[k]);
        if (calls_[k].count == 1 && !divided_[k]) divided_[k] = divide(call->kernel); // until all calls are known
        parts.run(kernels_[call->kernel], *call, divided_[k] ? divided_[k]->dim : -1);
    }

    static void add(const Kernel& kernel, const Call& call, const ArrayParts& parts, CallsOfKernel& calls) {
        ++calls.count;
        calls.whole_cycles += parts.whole_cycles(kernel, call);
        calls.divided_cycles.resize(kernel.dims.size());
        for (std::size_t dim = 0; dim < kernel.dims.size(); ++dim)
            calls.divided_cycles[dim] += parts.divided_cycles(kernel, call, static_cast<std::int64_t>(dim));
    }

    // Nothing where chunks would take longer than one thread. A processor reads ahead while it computes.
    std::optional<DividedNest> divide(KernelId id) const {
        const LoopNest& nest = nests_.nests[id.index()];
        const CallsOfKernel& calls = calls_[id.index()];
        if (nest.is_empty() || calls.count == 0) return std::nullopt;
        const double cycles = cycles_[id.index()], start = nests_.target.memory.last_cache > 0 ? kStart : kStartOfTasks;
        const double whole = std::max(cycles, calls.whole_cycles / calls.count);
        if (whole < start) return std::nullopt;
        std::vector<double> moved = calls.divided_cycles;
        for (double& each : moved) each /= calls.count;
        std::optional<DividedNest> divided = ParallelNest(kernels_[id], nest, cycles, moved, chunks_).run();
        if (!divided) return std::nullopt;
        const double time = start + std::max(cycles * divided->part, moved[static_cast<std::size_t>(divided->dim)]);
        return time < whole ? divided : std::nullopt;
    }

    const Kernels& kernels_;
    LoopNests& nests_;
    const std::int64_t chunks_;
    std::vector<double> cycles_; // by kernel, as the following
    std::vector<CallsOfKernel> calls_;
    std::vector<std::optional<DividedNest>> divided_; // as it has been decided so far
};

} // namespace

void add_parallel_loops(const Kernels& kernels, std::int64_t threads, LoopNests& nests) {
    if (threads > 1) ParallelLoops(kernels, threads, nests).run();
}

} // namespace hlo2cpp
