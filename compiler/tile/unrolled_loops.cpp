#include "tile/unrolled_loops.h"

#include <algorithm>

#include "kernel/dependence.h"
#include "ops/op.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

// Most rounds: registers have no room for the elements of more.
constexpr std::int64_t kMostRounds = 8;

// True if the expression stands inside its only user: an element, a variable, or a part of a complex number.
bool stands_inside(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::Load: return !is_pred(expr.type); // which is compared with 0
    case ExprKind::IndexValue: {
        const Index& index = expr.index;
        return index.constant == 0 && index.products.size() <= 1;
    }
    case ExprKind::Apply: return definition_of(expr.opcode)->cost == Cost::Free;
    default: return false;
    }
}

// Statements that a kernel of one point becomes: its stores, and each value with a name of its own.
std::int64_t statements_of(const Kernel& kernel) {
    const Bounds bounds(kernel.space);
    const Dependences dependences(kernel, bounds);
    std::vector<ExprId> stored, roots;
    for (const Output& output : kernel.outputs) {
        stored.push_back(output.expr);
        for_each_dynamic(kernel.space, output.index, [&](ExprId value) {
            roots.insert(roots.end(), {value, value});
        }); // and the clamped one
    }
    roots.insert(roots.end(), stored.begin(), stored.end());
    const Uses uses(kernel, dependences, roots);
    auto count = static_cast<std::int64_t>(stored.size());
    for (const Term& term : kernel.space.terms()) count += term.kind == TermKind::Dynamic ? 1 : 0;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const ExprId id(i);
        const bool inside = std::ranges::find(stored, id) != stored.end() || stands_inside(kernel.exprs[id]);
        if (uses.count(id) > (inside ? 1 : 0) && kernel.exprs[id].kind != ExprKind::Constant) ++count;
    }
    return count;
}

// Counts the statements of a loop as they follow each other when it runs, and how often each loop inside it does.
class WrittenOut {
public:
    WrittenOut(const Kernels& kernels, const LoopNests& nests, std::int64_t most)
        : kernels_(kernels), nests_(nests), left_(most) {}

    // True if the loop, written out, has at most `most` statements.
    bool take(const While& loop) {
        if (!loop.variable.valid() || loop.stopped) return false;
        const ModuleLoop* const vectors = nests_.loop(loop.body);
        const std::int64_t lanes = vectors == nullptr ? 1 : vectors->lanes;
        if (lanes > 1 && !loop.bounds().empty()) return false; // the first round behind the vectors is no number
        const Range range = kernels_[loop.variable].counts.range;
        const auto begin = bound(loop.start, loop.first),
                   end = bound(loop.limit, loop.step > 0 ? range.end : range.begin);
        if (!begin || !end) return false;
        std::int64_t rounds = 0;
        std::optional<std::int64_t> i = begin;
        for (; i && (loop.step > 0 ? *i < *end : *i >= *end); ++rounds) {
            variables_[loop.variable] = *i;
            const bool counted = loop.trip_count != 1; // one round is no loop
            if ((counted && --left_ < 0) || rounds == kMostRounds || !take(loop.body)) return false;
            i = checked_add(*i, *end - *i < lanes ? loop.step : loop.step * lanes);
        }
        variables_.erase(loop.variable);
        std::int64_t& most = most_rounds_[loop.body];
        most = std::max(most, rounds);
        return true;
    }
    // By body: the most rounds of each loop that was taken.
    const std::map<RegionId, std::int64_t>& most_rounds() const { return most_rounds_; }

private:
    bool take(RegionId region) {
        const std::vector<StepNode>& steps = kernels_[region].steps;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (const While* const loop = std::get_if<While>(&steps[i]))
                for (const While::Carried& carried : loop->carried)
                    left_ -= is_copied(carried.initial, steps, i) ? 1 : 0;
            if (!std::visit([&](const auto& node) { return take_node(node); }, steps[i])) return false;
        }
        return true;
    }
    bool take_node(const While& loop) { return take(loop); } // how often another one runs is not known
    // A function that is called once is part of its caller; called often it would not be.
    bool take_node(const Call& call) {
        const LoopNest* const nest = nests_.of(call.kernel);
        if (nest == nullptr || nest->is_empty()) return true;
        if (!is_statement(kernels_[call.kernel])) return false;
        left_ -= statements_of(kernels_[call.kernel]);
        return left_ >= 0;
    }
    bool take_node(const Conditional& choice) {
        return --left_ >= 0 && choice.branches.size() <= 2 &&
               std::ranges::all_of(choice.branches, [&](const auto& branch) { return take(branch.region); });
    }
    bool take_node(const Copy&) { return --left_ >= 0; }
    bool take_node(const HostCall&) { return false; }

    // True if a loop that starts with the value changes a copy of it, one number: it is no variable, or it is read
    // behind the loop, step `number` of the region.
    bool is_copied(ValueId initial, const std::vector<StepNode>& steps, std::size_t number) const {
        if (!initial.valid() || kernels_[initial].elements() != 1) return false;
        const ValueKind kind = kernels_[initial].kind;
        return kind == ValueKind::Counter || kind == ValueKind::Constant ||
               std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(number), steps.end(), [&](const StepNode& step) {
                   const Call* const call = std::get_if<Call>(&step);
                   return call != nullptr && std::ranges::find(call->values, initial) != call->values.end();
               });
    }

    std::optional<std::int64_t> bound(ValueId bound, std::int64_t otherwise) const {
        if (!bound.valid()) return otherwise;
        const Value& value = kernels_[bound];
        if (value.kind != ValueKind::Counter) return {};
        const auto variable = variables_.find(value.counts.variable);
        if (variable == variables_.end()) return {};
        const auto product = checked_multiply(value.counts.factor, variable->second);
        return product ? checked_add(*product, value.counts.offset) : std::nullopt;
    }

    const Kernels& kernels_;
    const LoopNests& nests_;
    std::int64_t left_;
    std::map<ValueId, std::int64_t> variables_;
    std::map<RegionId, std::int64_t> most_rounds_;
};

class SmallLoops {
public:
    SmallLoops(const Kernels& kernels, std::int64_t most, LoopNests& nests)
        : kernels_(kernels), most_(most), nests_(nests) {}

    void visit(RegionId region) {
        for_each_inside(region, [&](const While* loop, RegionId inside) {
            if (loop == nullptr || !unroll(*loop)) visit(inside);
        });
    }

private:
    // Calls visit(While or null, RegionId) for the bodies and branches in a region.
    template <typename Visit>
    void for_each_inside(RegionId region, Visit&& visit) const {
        for (const StepNode& step : kernels_[region].steps) {
            if (const While* const loop = std::get_if<While>(&step)) visit(loop, loop->body);
            if (const Conditional* const choice = std::get_if<Conditional>(&step))
                for (const Conditional::Branch& branch : choice->branches)
                    visit(static_cast<const While*>(nullptr), branch.region);
        }
    }

    bool has_varying_loop(RegionId region) const {
        bool found = false;
        for_each_inside(region, [&](const While* loop, RegionId inside) {
            found =
                found || (loop != nullptr && (loop->start.valid() || loop->limit.valid())) || has_varying_loop(inside);
        });
        return found;
    }

    bool unroll(const While& loop) {
        WrittenOut rounds(kernels_, nests_, most_);
        if (loop.trip_count == 1 || !has_varying_loop(loop.body) || !rounds.take(loop)) return false;
        write_out(loop, rounds);
        return true;
    }

    void write_out(const While& loop, const WrittenOut& rounds) {
        const auto taken = rounds.most_rounds().find(loop.body);
        const std::int64_t most = taken == rounds.most_rounds().end() ? 0 : taken->second;
        if (loop.trip_count != 1) nests_.loops[loop.body].unroll = std::max<std::int64_t>(most, 2); // 1 would forbid it
        write_out(loop.body, rounds);
    }
    void write_out(RegionId region, const WrittenOut& rounds) {
        for_each_inside(region, [&](const While* loop, RegionId inside) {
            loop != nullptr ? write_out(*loop, rounds) : write_out(inside, rounds);
        });
    }

    const Kernels& kernels_;
    const std::int64_t most_;
    LoopNests& nests_;
};

} // namespace

void unroll_small_loops(const Kernels& kernels, std::int64_t most, LoopNests& nests) {
    SmallLoops loops(kernels, most, nests);
    if (most > 0)
        for (const Entry& entry : kernels.entries) loops.visit(entry.region);
}

} // namespace hlo2cpp
