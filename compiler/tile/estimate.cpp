#include "tile/estimate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include "kernel/analysis.h"
#include "nest/walk.h"
#include "tile/mean.h"
#include "tile/straight_code.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

using nest::Sum;

// ---- instructions
constexpr std::int64_t kInstruction = 4;        // bytes
constexpr std::int64_t kLoop = 6;               // counting, and the addresses of the first round
constexpr std::int64_t kFunction = 16;          // its frame
constexpr std::int64_t kApplied = 3;            // an op behind a reduction, on average
constexpr std::int64_t kFolded = 3;             // two loads and an addition: of two scalars in memory
constexpr double kShuffled = 4;                 // loads that a vector of every second element takes
constexpr double kAlone = 1.5;                  // loads that a lane takes whose neighbours lie apart
constexpr std::int64_t kMostOfDimension = 1024; // of an array of registers
constexpr std::int64_t kStoredAlone = 2;        // load or store of one lane, and shuffle

// Instructions of an element or a vector without a reduction. Lanes that are not adjacent are loaded and stored one by
// one.
std::int64_t element_instructions(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim,
                                  std::int64_t lanes) {
    const auto accesses = [&](const Index& index) {
        return lanes > 1 && kernel.space.coefficient(index, lane_dim) != 1 ? kStoredAlone * lanes : 1;
    };
    std::int64_t sum = 0;
    for (const ExprId id : lane_expressions(kernel, dependences, lane_dim)) {
        const Expr& expr = kernel.exprs[id];
        sum += expr.kind == ExprKind::Load ? accesses(expr.index) : instructions_of(expr);
    }
    for (const Output& output : kernel.outputs) sum += accesses(output.index);
    return sum;
}

// Instructions that finish and store one result of a reduction.
std::int64_t finishing_instructions(const Kernel& kernel) {
    std::int64_t sum = 0;
    for (const Output& output : kernel.outputs) {
        for (const ExprId id : parts_of(kernel, output.expr)) {
            const ExprKind kind = kernel.exprs[id].kind;
            sum += kind == ExprKind::Apply ? kApplied : kind == ExprKind::Load ? 1 : 0;
        }
        ++sum;
    }
    return sum;
}

// ---- a walk over the statements of a body
class BodyEstimate {
public:
    BodyEstimate(const Kernel& kernel, const nest::Body& body, const Target& target, bool any_size)
        : kernel_(kernel), body_(body), target_(target), any_size_(any_size), bounds_(kernel.space, body.box),
          dependences_(kernel, bounds_), point_(kernel, body),
          finishing_(kernel.reduction ? finishing_instructions(kernel) : 0) {
        if (!kernel.reduction) return;
        const std::vector<ExprId> roots =
            kernel.reduction->term ? std::vector{*kernel.reduction->term} : kernel.reduction->combined;
        for (const ExprId root : roots)
            for (const ExprId load : loads_of(kernel, root))
                if (std::ranges::find(term_loads_, load) == term_loads_.end()) term_loads_.push_back(load);
    }

    Estimate run() {
        Level all;
        level_ = &all;
        walk(body_.statements);
        return {.cycles = all.loops + straight_cycles(all),
                .bytes = kInstruction * (kFunction + all.instructions + all.code.instructions())};
    }

private:
    // A loop, or what is outside all loops.
    struct Level {
        StraightCode code;
        double loops = 0;              // cycles of the loops inside, for each round
        std::int64_t instructions = 0; // of the loops inside
        std::int64_t dim = -1;         // that the loop counts
        bool innermost = true;         // no loop is inside
        bool along_sum = false;        // rounds differ in their terms
        bool written_out = false;      // a round has several terms of a dimension that it does not count
    };

    // ---- cycles
    // The code of a tile: terms that no loop along the reduction is around have their own addresses and first loads.
    double straight_cycles(const Level& level) const {
        if (!level.code.has_terms()) return level.code.other_cycles();
        Terms terms = level.code.terms();
        terms.scalar = body_.lanes == 1;
        return level.code.other_cycles() + term_cycles(target_, terms) +
               (level.innermost && !walks(level) ? target_.tile_overhead : 0);
    }

    static bool walks(const Level& level) { return level.along_sum && !level.written_out; }
    bool is_walk(const Level& level) const { return level.innermost && (walks(level) || !kernel_.reduction); }
    // The counter of a loop hides behind vectors of terms.
    double counting(const Level& level) const {
        const bool hidden = level.code.has_terms() && body_.lanes > 1;
        return is_walk(level) && !hidden ? target_.loop_overhead : 0;
    }
    double entering(const Level& level) const { return is_walk(level) ? target_.tile_overhead : 0; }
    // Overhead of clipped outer loops; 0 for targets without vectors, for which peeled borders would be faster, and too
    // much code for their flash.
    double clipping(const nest::For& loop, const Level& level) const {
        return loop.is_clipped() && (level.innermost || target_.vector_bytes > 0) ? target_.clip_overhead : 0;
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
        if (loop.clipped) {
            if (const auto numbers = loop.clipped->numbers())
                return static_cast<double>(numbers->size()) / static_cast<double>(loop.step);
            return mean_rounds(kernel_.space, point_, *loop.clipped) / static_cast<double>(loop.step);
        }
        const double distance = mean(point_.sum(loop.end)) - mean(point_.sum(loop.begin)) + (loop.step < 0 ? -1 : 0);
        return distance / static_cast<double>(loop.step);
    }

    void visit(const nest::For& loop) {
        const double rounds = rounds_of(loop);
        if (rounds <= 0) return;
        const auto whole = static_cast<std::int64_t>(std::ceil(rounds));
        const std::int64_t number = next_loop_++;
        Sum value = loop.clipped ? Sum{} : point_.sum(loop.begin);
        value.digits.push_back({number, std::abs(loop.step), whole});
        point_.count(loop.counter, value);
        if (!loop.is_clipped() && (whole == 1 || loop.unroll >= whole)) {
            StraightCode& code = level_->code;
            code.enter_unrolled(number, whole);
            walk_inside(loop.body);
            return code.leave_unrolled(number, whole);
        }
        Level inside{.dim = counted_dim(loop)};
        walk_round(inside, loop.body, number);
        const double round = inside.loops + straight_cycles(inside) + counting(inside);
        close(inside, rounds * round + entering(inside) + clipping(loop, inside),
              std::max<std::int64_t>(loop.unroll, 1));
    }

    void visit(const nest::Strips& strips) {
        const auto size = static_cast<double>(strips.size), steps = static_cast<double>(strips.steps.size());
        const std::int64_t number = next_loop_++;
        const nest::Digit block{number, strips.size, static_cast<std::int64_t>(std::ceil(steps / size))};
        point_.count(strips.begin, {strips.steps.begin, {block}});
        point_.count(strips.end, {strips.steps.begin + strips.size, {block}});
        Level inside;
        walk_round(inside, strips.body, number);
        close(inside, steps / size * (inside.loops + straight_cycles(inside)), 1);
    }

    void walk_round(Level& inside, const nest::Statements& body, std::int64_t number) {
        Level* const outer = std::exchange(level_, &inside);
        loops_.push_back(number);
        walk_inside(body);
        loops_.pop_back();
        level_ = outer;
    }

    // Adds a loop, of whose body compilers make some copies.
    void close(const Level& inside, double cycles, std::int64_t unrolled) {
        const auto copies = level_->code.copies();
        level_->innermost = false;
        level_->loops += cycles * static_cast<double>(copies);
        level_->instructions += copies * (kLoop + unrolled * (inside.instructions + inside.code.instructions()));
    }

    // A loop behind a test runs where it holds; straight code is short, and most tests of it hold.
    void visit(const nest::If& test) {
        level_->code.add(target_.test_overhead, kLoop);
        const double before = level_->loops, share = share_of(kernel_.space, point_, test.conditions);
        walk_inside(test.body);
        level_->loops = before + share * (level_->loops - before);
    }

    // ---- points
    void visit(const nest::Bind& bind) { point_.bind(bind); }
    void visit(const nest::Inside& inside) { point_.bind(inside); }
    void visit(const nest::Count& count) { point_.count(count.counter, point_.sum(count.value)); }

    // ---- terms
    void visit(const nest::Combine& combine) { add_terms(combine.target, combine.vector); }
    void visit(const nest::Next& next) { add_terms(next.states[0], {}); }
    void visit(const nest::MultiplyLane& product) { add_term(product.target); }
    void visit(const nest::Registers& registers) {
        if (registers.lanes < body_.lanes) in_memory_.insert(registers.registers);
        if (registers.start) level_->code.add(0, 1);
    }
    void visit(const nest::Let& let) { add_value(let.value); }
    void visit(const nest::Set& set) {
        const bool in_memory = in_memory_.contains(set.target.registers);
        if (std::holds_alternative<nest::CombinedTerm>(set.value)) return add_terms(set.target, {});
        if (std::holds_alternative<nest::Combined>(set.value))
            return level_->code.add(in_memory ? static_cast<double>(kFolded * set.target.lanes) : 1, kFolded);
        if (in_memory || set.adds) return level_->code.add(in_memory ? kFolded : 1, kFolded);
        add_value(set.value);
    }

    // Other values take no time: a register starts with them.
    void add_value(const nest::Value& value) {
        level_->code.add(0, 1);
        if (const auto* steps = std::get_if<nest::Steps>(&value)) add_load(steps->load, {}, body_.lanes);
        if (const auto* lanes = std::get_if<nest::Lanes>(&value))
            for (const ExprId load : loads_of(kernel_, lanes->expr)) add_load(load, lanes->vector);
    }

    void add_terms(const nest::Ref& target, const nest::Position& vector) {
        add_term(target);
        for (const ExprId load : term_loads_) add_load(load, vector);
    }

    void add_term(const nest::Ref& target) {
        Sum element;
        for (const nest::Position& at : target.at)
            element = scaled(std::move(element), kMostOfDimension) + point_.sum(at);
        level_->code.add_term(target.registers, element);
        for (std::size_t d = kernel_.dims.size(); d < point_.dims(); ++d) {
            level_->along_sum = level_->along_sum || is_counted(d);
            level_->written_out = level_->written_out || (!is_counted(d) && level_->code.span(point_.at(d)) > 0);
        }
    }

    // True if the innermost loop counts the dimension.
    bool is_counted(std::size_t dim) const {
        const Sum at = point_.at(dim);
        return std::ranges::any_of(
            at.digits, [&](const nest::Digit& digit) { return !loops_.empty() && digit.loop == loops_.back(); });
    }

    // ---- loads
    // `scalars`: lanes of the vector that are factors, each of which counts as a load.
    void add_load(ExprId load, const nest::Position& vector, std::int64_t scalars = 1) {
        const Index& index = index_of(load);
        const bool lanes = body_.lane_dim >= 0 && kernel_.space.depends_on(index, body_.lane_dim);
        Sum place = sum_of(kernel_.space, point_, index);
        if (lanes && body_.lanes > 1)
            place = std::move(place) + scaled(point_.sum(vector), body_.lanes * coefficient(index, body_.lane_dim));
        level_->code.add_load(load, place, lanes ? loads_of_vector(load) : static_cast<double>(scalars));
        add_addresses(load, index, place);
    }

    bool is_packed(ExprId load) const { return packed(load) != body_.packed.end(); }
    const Index& index_of(ExprId load) const {
        return is_packed(load) ? packed(load)->second : kernel_.exprs[load].index.address();
    }
    std::vector<std::pair<ExprId, Index>>::const_iterator packed(ExprId load) const {
        return std::ranges::find(body_.packed, load, &std::pair<ExprId, Index>::first);
    }
    std::int64_t coefficient(const Index& index, std::int64_t dim) const {
        return kernel_.space.coefficient(index, dim);
    }

    double loads_of_vector(ExprId load) const {
        if (body_.lanes == 1 || !reads_apart(kernel_, load, body_.lane_dim)) return 1;
        const bool shuffled = reads_every_second(kernel_, load, body_.lane_dim);
        return shuffled ? kShuffled : kAlone * static_cast<double>(body_.lanes);
    }

    // Points of a tile out of reach of one base register have an address each. In a function of any size, compilers
    // keep the distances of rows on the stack where taps are written out.
    void add_addresses(ExprId load, const Index& index, const Sum& place) {
        const StraightCode& code = level_->code;
        const std::int64_t bytes = byte_size(kernel_.exprs[load].type);
        bool rows = false;
        for (std::size_t d = 0; d < kernel_.dims.size(); ++d) {
            const auto dim = static_cast<std::int64_t>(d);
            const bool near =
                dim == body_.lane_dim && (is_packed(load) || !kernel_[kernel_.exprs[load].argument].constant);
            const std::int64_t distance = (near ? 1 : std::abs(coefficient(index, dim))) *
                                          (point_.inside(d).constant + code.span(point_.inside(d)));
            if (target_.reach > 0 && distance * bytes > target_.reach) level_->code.add_addresses(place, 1);
            rows = rows || (dim != body_.lane_dim && distance > 0);
        }
        if (!any_size_ || !rows) return;
        bool taps = false; // the innermost dimension is written out
        for (std::size_t d = kernel_.dims.size(); d < point_.dims(); ++d)
            if (coefficient(index, static_cast<std::int64_t>(d)) != 0) taps = !is_counted(d);
        if (taps) level_->code.add_addresses(place, 2);
    }

    // ---- stores
    void visit(const nest::StoreVector& store) { add_store(store.lanes, body_.lane_dim); }
    void visit(const nest::StoreElement&) { add_store(1, std::max<std::int64_t>(level_->dim, 0)); }
    void add_store(std::int64_t lanes, std::int64_t dim) {
        if (kernel_.reduction) return level_->code.add(1, finishing_);
        const std::int64_t instructions = element_instructions(kernel_, dependences_, dim, lanes);
        const double per_cycle = lanes > 1 ? target_.per_cycle : 1;
        level_->code.add(static_cast<double>(instructions) / per_cycle, instructions);
    }

    // ---- whole lines
    void visit(const nest::Search& search) {
        const std::int64_t steps = search.elements / search.lanes;
        level_->code.add(static_cast<double>(2 * steps) / target_.per_cycle + target_.tile_overhead, 8 * kLoop);
    }
    void visit(const nest::SortLine&) {
        const auto elements = static_cast<double>(kernel_.sort->size);
        level_->code.add(4 * elements * std::log2(elements + 1), 8 * kLoop);
    }
    void visit(const nest::Transpose& square) {
        const auto rounds = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(square.lanes)));
        level_->code.add(static_cast<double>(square.lanes * (1 + rounds)) / target_.per_cycle,
                         square.lanes * (1 + rounds));
    }

    template <typename Node>
    void visit(const Node& node) {
        if constexpr (requires { node.body; }) walk_inside(node.body);
    }

    const Kernel& kernel_;
    const nest::Body& body_;
    const Target& target_;
    const bool any_size_;
    const Bounds bounds_;
    const Dependences dependences_;
    nest::Point point_;
    std::vector<ExprId> term_loads_;
    std::set<nest::RegistersId> in_memory_; // arrays of lanes
    const std::int64_t finishing_;          // instructions
    Level* level_ = nullptr;
    std::vector<std::int64_t> loops_; // that are open
    std::int64_t next_loop_ = 0;
};

} // namespace

Estimate estimate(const Kernel& kernel, const LoopNest& nest, const Target& target, bool any_size) {
    Estimate sum;
    for (const nest::Body& body : nest.bodies) {
        const Estimate one = BodyEstimate(kernel, body, target, any_size).run();
        sum.cycles += one.cycles, sum.bytes += one.bytes;
    }
    const auto scratch = static_cast<double>(nest.scratch_bytes / byte_size(nest.scratch_type));
    sum.cycles += scratch * target.copy_cycles;
    return sum;
}

} // namespace hlo2cpp
