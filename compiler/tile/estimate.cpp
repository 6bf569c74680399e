#include "tile/estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/loads.h"
#include "nest/walk.h"
#include "tile/first_cache.h"
#include "tile/mean.h"
#include "tile/moved_lines.h"
#include "tile/statement_costs.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kInstruction = 4; // bytes
constexpr std::int64_t kLoop = 6;        // instructions: counting, and the addresses of the first round
constexpr std::int64_t kFunction = 16;   // instructions of its frame

// Elements that a vector of the load has from memory.
double lanes_of(const Kernel& kernel, const nest::Body& body, ExprId load) {
    return body.lanes > 1 && varies_along(kernel, load, body.lane_dim) ? static_cast<double>(body.lanes) : 1;
}

// A walk over the statements of a body.
class BodyEstimate {
public:
    BodyEstimate(const Kernel& kernel, const LoopNest& nest, const nest::Body& body, const Target& target,
                 bool any_size)
        : kernel_(kernel), body_(body), target_(target), point_(kernel, body),
          costs_(kernel, nest, body, target, point_, any_size) {}

    Estimate run() {
        Level all{.code = StraightCode(rounds_)};
        level_ = &all;
        walk(body_.statements);
        note_loads(all);
        return {.cycles = all.loops + straight_cycles(all),
                .bytes = kInstruction * (kFunction + all.instructions + all.code.instructions())};
    }

    // Adds the elements that the terms load, by expression.
    void note_loads_in(std::vector<double>& loads) {
        loads_ = &loads;
        nest::for_each<nest::Combine>(body_.statements, [&](const nest::Combine& combine) {
            words_ = std::max(words_, static_cast<double>(combine.words.terms));
        });
    }

private:
    // A loop, or the code outside all loops.
    struct Level {
        StraightCode code;
        std::int64_t dim = 0; // that the loop counts
        double rounds = 1;
        double loops = 0;              // cycles of the loops inside, for each round
        std::int64_t instructions = 0; // of the loops inside
        bool innermost = true;         // no loop is inside
    };

    // ---- cycles
    // Terms that no loop steps through have addresses and first loads of their own.
    double straight_cycles(const Level& level) const {
        if (!level.code.has_terms()) return level.code.other_cycles();
        Terms terms = level.code.terms(target_, body_.lanes == 1);
        const bool has_cache = target_.lost_line > 0;
        const MissedLines missed = has_cache ? missed_lines(kernel_, level.code, level.rounds) : MissedLines();
        terms.streamed = missed.streamed;
        const bool alone = level.innermost && !level.code.is_step();
        return level.code.other_cycles() + term_cycles(target_, terms) + missed.lost * target_.lost_line +
               (alone ? target_.tile_overhead : 0);
    }

    // True for a loop that walks through memory: along the sum, or along a line without one.
    bool walks(const Level& level) const { return level.innermost && (level.code.is_step() || !kernel_.reduction); }
    // The counter of a loop hides behind vectors of terms.
    double counting(const Level& level) const {
        const bool hidden = level.code.has_terms() && body_.lanes > 1;
        return walks(level) && !hidden ? target_.loop_overhead : 0;
    }
    // Overhead of clipped outer loops; 0 for targets without vectors, for which peeled borders would be faster, and too
    // much code for their flash.
    double clipping(const nest::For& loop, const Level& level) const {
        return loop.is_clipped() && (level.innermost || target_.vector_bytes > 0) ? target_.clip_overhead : 0;
    }

    void note_loads(const Level& level) const {
        if (loads_ == nullptr) return;
        level.code.for_each_load([&](const StraightCode::Loads& loads) {
            (*loads_)[loads.load.index()] +=
                times_ * words_ * lanes_of(kernel_, body_, loads.load) * static_cast<double>(loads.places.size());
        });
    }

    // ---- loops
    void walk(const nest::Statements& statements) {
        for (const nest::Statement& statement : statements)
            std::visit([&](const auto& node) { visit(node); }, statement.node);
    }
    void walk_inside(const nest::Statements& statements) {
        const nest::Point outer = point_;
        walk(statements);
        point_ = outer;
    }

    double rounds_of(const nest::For& loop) const {
        const auto step = static_cast<double>(loop.step);
        const std::optional<Range> numbers = loop.clipped ? loop.clipped->numbers() : std::nullopt;
        if (numbers) return static_cast<double>(numbers->size()) / step;
        if (loop.clipped) return mean_rounds(kernel_.space, point_, rounds_, *loop.clipped) / step;
        const double distance = mean(rounds_, point_.value(loop.end)) - mean(rounds_, point_.value(loop.begin));
        return (distance - (loop.step < 0 ? 1 : 0)) / step;
    }

    void visit(const nest::For& loop) {
        const double rounds = rounds_of(loop);
        if (rounds <= 0) return;
        const auto whole = static_cast<std::int64_t>(std::ceil(rounds));
        const nest::Position counted = rounds_.over(whole, std::abs(loop.step));
        const nest::CounterId counter = counted.products[0].counter;
        point_.count(loop.counter, (loop.clipped ? nest::Position() : point_.value(loop.begin)) + counted);
        if (!loop.is_clipped() && (whole == 1 || loop.unroll >= whole)) return write_out(loop, counter);
        Level inside{.code = StraightCode(rounds_, counter),
                     .dim = std::max<std::int64_t>(counted_dim(loop), 0),
                     .rounds = rounds};
        walk_round(inside, loop.body, rounds);
        const double round = inside.loops + straight_cycles(inside) + counting(inside);
        const double entering = walks(inside) ? target_.tile_overhead : 0;
        const bool moves = target_.vector_bytes > 0 && inside.innermost && moves_line(kernel_, body_.box, inside.dim);
        const double cycles =
            moves ? cycles_of_moved_line(kernel_, target_, rounds) : rounds * round + entering + clipping(loop, inside);
        close(inside, cycles, std::max<std::int64_t>(loop.unroll, 1));
    }

    void write_out(const nest::For& loop, nest::CounterId counter) {
        level_->code.enter_unrolled(counter);
        walk_inside(loop.body);
        level_->code.leave_unrolled(counter);
    }

    void visit(const nest::Strips& strips) {
        const double blocks = static_cast<double>(strips.steps.size()) / static_cast<double>(strips.size);
        const nest::Position block = rounds_.over(static_cast<std::int64_t>(std::ceil(blocks)), strips.size);
        point_.count(strips.begin, block + strips.steps.begin);
        point_.count(strips.end, block + (strips.steps.begin + strips.size));
        Level inside{.code = StraightCode(rounds_, block.products[0].counter)};
        walk_round(inside, strips.body, blocks);
        close(inside, blocks * (inside.loops + straight_cycles(inside)), 1);
    }

    // The two copies of a body, each by the share of the points at which it runs.
    void visit(const nest::Unswitched& unswitched) {
        level_->code.add(target_.test_overhead, kLoop);
        const double share = share_of(kernel_.space, point_, rounds_, unswitched.conditions);
        add_copy(unswitched.body, 1 - share);
        costs_.assume(unswitched.conditions);
        add_copy(unswitched.body, share);
        costs_.assume({});
    }
    void add_copy(const nest::Statements& body, double share) {
        Level copy{.code = StraightCode(rounds_), .dim = level_->dim};
        walk_round(copy, body, share);
        level_->innermost = level_->innermost && copy.innermost;
        level_->loops += share * (copy.loops + straight_cycles(copy)) * static_cast<double>(level_->code.copies());
        level_->instructions += level_->code.copies() * (copy.instructions + copy.code.instructions());
    }

    // `rounds`: how often the body runs where its loop stands once.
    void walk_round(Level& inside, const nest::Statements& body, double rounds) {
        const double times = times_ * rounds * static_cast<double>(level_->code.copies());
        const double outer_times = std::exchange(times_, times);
        Level* const outer = std::exchange(level_, &inside);
        walk_inside(body);
        note_loads(inside);
        level_ = outer;
        times_ = outer_times;
    }

    // Adds a loop, of whose body compilers make some copies.
    void close(const Level& inside, double cycles, std::int64_t unrolled) {
        const std::int64_t copies = level_->code.copies();
        level_->innermost = false;
        level_->loops += cycles * static_cast<double>(copies);
        level_->instructions += copies * (kLoop + unrolled * (inside.instructions + inside.code.instructions()));
    }

    // A loop behind a test runs where it holds; straight code is short, and most tests of it hold.
    void visit(const nest::If& test) {
        level_->code.add(target_.test_overhead, kLoop);
        const double before = level_->loops, share = share_of(kernel_.space, point_, rounds_, test.conditions);
        const double outer_times = std::exchange(times_, times_ * share);
        walk_inside(test.body);
        times_ = outer_times;
        level_->loops = before + share * (level_->loops - before);
    }

    // ---- other statements
    void visit(const nest::Bind& bind) { point_.bind(bind); }
    void visit(const nest::Inside& inside) { point_.bind(inside); }
    void visit(const nest::Count& count) { point_.count(count.counter, point_.value(count.value)); }
    void visit(const nest::StoreVector& store) {
        costs_.add_store(level_->code, store.lanes, body_.lane_dim);
        if (store.two) costs_.add_store(level_->code, store.lanes, body_.lane_dim);
    }
    void visit(const nest::StoreElement&) { costs_.add_store(level_->code, 1, level_->dim); }
    template <typename Node>
    void visit(const Node& node) {
        if constexpr (requires { costs_.add(level_->code, node); }) costs_.add(level_->code, node);
        if constexpr (requires { node.body; }) walk_inside(node.body);
    }

    const Kernel& kernel_;
    const nest::Body& body_;
    const Target& target_;
    nest::Rounds rounds_;
    nest::Point point_;
    StatementCosts costs_;
    Level* level_ = nullptr; // the innermost one that is open
    double times_ = 1;       // how often its loop runs in a call
    double words_ = 1;       // elements that a term takes at once
    std::vector<double>* loads_ = nullptr;
};

double points_of(const std::vector<Range>& box) {
    double points = 1;
    for (const Range& range : box) points *= static_cast<double>(range.size());
    return points;
}

// Loads that are no terms of a body's sums: one at each point, and all of a sum whose loop is one statement.
void add_plain_loads(const Kernel& kernel, const nest::Body& body, const std::vector<double>& terms,
                     MemoryAccesses& accesses) {
    const double points = points_of(body.box);
    double rounds = 1; // of the reduction
    if (kernel.reduction)
        for (const std::int64_t size : kernel.reduction->dims) rounds *= static_cast<double>(size);
    const double elements = kernel.sort ? static_cast<double>(kernel.sort->size) : 1; // stored at each point
    for (const UsedLoad& load : used_loads(kernel)) {
        double& sum = accesses.loads[load.expr.index()];
        const double loads = points * elements * lanes_of(kernel, body, load.expr) / static_cast<double>(body.lanes);
        if (load.at_point) sum += loads;
        if (load.in_reduction) sum += terms[load.expr.index()] > 0 ? terms[load.expr.index()] : loads * rounds;
    }
    accesses.stores += points * elements * (kernel.sort ? std::log2(elements + 1) : 1);
}

// Copied elements lie in the scratch: it takes the loads, and the array is read once for each of them.
void move_to_scratch(MemoryAccesses& accesses, ExprId load, double elements) {
    double& loads = accesses.loads[load.index()];
    accesses.scratch += loads + elements;
    loads = elements;
}

} // namespace

Estimate estimate(const Kernel& kernel, const LoopNest& nest, const Target& target, bool any_size) {
    Estimate sum;
    for (const nest::Body& body : nest.bodies) {
        const Estimate one = BodyEstimate(kernel, nest, body, target, any_size).run();
        sum.cycles += one.cycles, sum.bytes += one.bytes;
    }
    const std::int64_t rows = nest.row_copy ? nest.row_copy->elements() : 0, // which a statement copies
        scratch = nest.scratch_bytes / byte_size(nest.scratch_type) - rows;
    sum.cycles += static_cast<double>(scratch) * target.copy_cycles;
    return sum;
}

MemoryAccesses count_accesses(const Kernel& kernel, const LoopNest& nest, const Target& target) {
    MemoryAccesses accesses{.loads = std::vector<double>(kernel.exprs.size(), 0)};
    for (const nest::Body& body : nest.bodies) {
        std::vector<double> terms(kernel.exprs.size(), 0);
        BodyEstimate walk(kernel, nest, body, target, false);
        walk.note_loads_in(terms);
        walk.run();
        add_plain_loads(kernel, body, terms, accesses);
    }
    for (const Packing& packing : nest.packings)
        if (!packing.constant) move_to_scratch(accesses, packing.load, static_cast<double>(packing.elements(kernel)));
    if (nest.row_copy) { // each row once for all columns of its tile
        const double reads = accesses.loads[nest.row_copy->load.index()];
        move_to_scratch(accesses, nest.row_copy->load, std::min(reads, accesses.stores));
    }
    if (nest.sort) accesses.scratch += accesses.stores;
    return accesses;
}

} // namespace hlo2cpp
