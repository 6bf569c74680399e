#include "tile/loop_vectors.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "kernel/loads.h"
#include "tile/rounds_of_kernel.h"
#include "tile/statements/statements.h"

namespace hlo2cpp {
namespace {

// Lanes of the widest vector that the rounds fill twice on the average; 1 if there is none.
std::int64_t widest_lanes(ElementType element, const Range& rounds, const Target& target) {
    constexpr std::int64_t kLeastBytes = 16;
    if (element != ElementType::F32 && element != ElementType::F64) return 1;
    const std::int64_t mean = (rounds.begin + rounds.last()) / 2, bytes = byte_size(element);
    std::int64_t lanes = target.vector_bytes / bytes;
    while (lanes > 1 && lanes * 2 > mean) lanes /= 2;
    return lanes * bytes < kLeastBytes ? 1 : lanes;
}

// One vector of rounds, from the first one on.
LoopNest vector_nest(const Kernel& kernel, std::int64_t lanes, const Target& target) {
    Tiling tiling;
    tiling.pieces.push_back({.box = {{0, lanes}},
                             .loops = {{.dim = 0, .step = lanes}},
                             .tile = {.lane_dim = 0, .lanes = lanes},
                             .epilogue = Epilogue::Vectors});
    tiling.functions = {{0, 1}};
    return loop_nest_of(kernel, tiling, target, true); // a loop has no place for a reciprocal
}

class LoopVectors {
public:
    LoopVectors(const Kernels& kernels, const While& loop, const Range& rounds, const Target& target)
        : kernels_(kernels), loop_(loop), rounds_(rounds), target_(target) {}

    std::optional<ModuleLoop> run() {
        if (!counts_up() || !add_calls() || !stores() || !carries_arrays() || conflicts()) return {};
        ModuleLoop made{.lanes = lanes_};
        for (const RoundsOfKernel& rounds : calls_)
            if (rounds.differ()) made.calls.push_back(in_lanes(rounds));
        return made;
    }

private:
    static constexpr std::size_t kMostAccesses = 64; // all pairs are looked at
    struct Access {
        ValueId array;
        Index index;
        bool written = false;
    };

    // True if the loop counts by ones, no counter of the loop over vectors overflows, and the numbers of rounds are
    // known.
    bool counts_up() const {
        constexpr std::int64_t kMostLanes = 64;
        if (!loop_.variable.valid() || loop_.step != 1 || loop_.band || loop_.stopped) return false;
        const Value& variable = kernels_[loop_.variable];
        const bool wraps = variable.type == ElementType::S32 && variable.counts.range.begin < INT32_MIN + kMostLanes;
        const bool one_type = std::ranges::all_of(loop_.bounds(), [&](ValueId bound) {
            const Value& value = kernels_[bound];
            return value.kind == ValueKind::Counter && value.type == variable.type &&
                   kernels_[value.counts.variable].type == variable.type;
        });
        return !wraps && one_type && rounds_.size() > 0 && rounds_.begin >= 0 && rounds_.end <= INT32_MAX;
    }

    bool add_calls() {
        return std::ranges::all_of(kernels_[loop_.body].steps, [&](const StepNode& step) {
            const Call* const call = std::get_if<Call>(&step);
            return call != nullptr && add(*call);
        });
    }

    bool add(const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        if (!is_statement(kernel) || kernel.in_order || !kernel.conditions.empty()) return false;
        if (std::ranges::any_of(call.values, [&](ValueId value) { return is_derived(value); })) return false;
        const RoundsOfKernel rounds(kernel, call, loop_.variable, scalars_);
        const bool in_lanes = rounds.differ();
        if (in_lanes && kernel.outputs.size() > 1) return false; // a vector is stored once
        for (const Output& output : kernel.outputs) {
            const ValueId value = call[output.argument];
            const bool array = output.updates.valid();
            if (!array && kernels_[value].elements() != 1) return false;
            if (!array && in_lanes) scalars_.insert(value);
            if (array) arrays_[value] = array_of(call[output.updates]);
            if (array && !rounds.neighbours(output.index)) return false;
            if (in_lanes && !choose(kernel.exprs[output.expr].type)) return false;
            if (array && !note(rounds, output.argument, output.index, true)) return false;
        }
        if (!add_expressions(rounds)) return false;
        calls_.push_back(rounds);
        return true;
    }

    // True for a number that follows from the loop's variable.
    bool is_derived(ValueId value) const {
        const Value& counter = kernels_[value];
        return counter.kind == ValueKind::Counter && value != loop_.variable &&
               counter.counts.variable == loop_.variable;
    }

    // Notes the loads; returns false if an expression that differs from round to round has no vector.
    bool add_expressions(const RoundsOfKernel& rounds) {
        const Kernel& kernel = rounds.kernel();
        const std::vector<bool> needed = needed_expressions(kernel);
        for (std::size_t i = 0; i < needed.size(); ++i) {
            const ExprId id(i);
            const Expr& expr = kernel.exprs[id];
            if (!needed[i]) continue;
            if (rounds.differ(id) && (expr.type != type_ || !rounds.has_vector(id))) return false;
            if (expr.kind != ExprKind::Load) continue;
            if (kernel[expr.argument].written) return false; // it reads the present contents
            if (!scalars_.contains(rounds.call()[expr.argument]) && !note(rounds, expr.argument, expr.index, false))
                return false;
        }
        return true;
    }

    bool choose(ElementType element) {
        if (lanes_ > 1) return type_ == element;
        type_ = element;
        lanes_ = widest_lanes(element, rounds_, target_);
        return lanes_ > 1;
    }

    // ---- accesses

    // An array whose elements are updated is one array.
    ValueId array_of(ValueId value) const {
        const auto updated = arrays_.find(value);
        return updated == arrays_.end() ? value : updated->second;
    }

    bool note(const RoundsOfKernel& rounds, ArgumentId argument, const Index& index, bool written) {
        if (accesses_.size() == kMostAccesses) return false;
        accesses_.push_back({array_of(rounds.call()[argument]), of_all_calls(rounds, index), written});
        return true;
    }

    // The index over terms of all calls: a variable is one term, any other term is one of its call.
    Index of_all_calls(const RoundsOfKernel& rounds, const Index& index) {
        Index sum = index.constant;
        for (const auto& [term, coefficient] : index.products) {
            const Term& of = rounds.kernel().space[term];
            const bool variable = of.kind == TermKind::Variable;
            const auto key = variable ? std::pair(std::size_t{0}, rounds.call()[of.variable].index())
                                      : std::pair(calls_.size() + 1, term.index());
            Index one;
            one.products = {{terms_.try_emplace(key, TermId(terms_.size())).first->second, 1}};
            sum = sum + one * coefficient;
        }
        return sum;
    }

    bool stores() const { return std::ranges::any_of(accesses_, &Access::written); }

    // True if a round hands on arrays alone.
    bool carries_arrays() const {
        return std::ranges::all_of(
            loop_.carried, [&](const While::Carried& carried) { return array_of(carried.next) == carried.value; });
    }

    // True if a round may touch an element that another round of the same vector writes. Two indices do not conflict if
    // their distance is a multiple of some number that is not below the lanes: then they belong to one round, or to
    // different vectors, which run in order.
    bool conflicts() const {
        return std::ranges::any_of(accesses_, [&](const Access& write) {
            return write.written && std::ranges::any_of(accesses_, [&](const Access& other) {
                       return other.array == write.array && !is_apart(other.index - write.index);
                   });
        });
    }
    bool is_apart(const Index& distance) const {
        std::int64_t unit = distance.constant;
        for (const Index::Product& product : distance.products) unit = std::gcd(unit, product.coefficient);
        return unit == 0 || std::abs(unit) >= lanes_;
    }

    // ---- the result

    RoundsCall in_lanes(const RoundsOfKernel& rounds) const {
        RoundsCall made{.output = rounds.call()[rounds.kernel().outputs[0].argument],
                        .kernel = rounds.in_lanes(lanes_),
                        .nest = {}};
        made.nest = vector_nest(made.kernel, lanes_, target_);
        made.nest.kernel = rounds.call().kernel;
        return made;
    }

    const Kernels& kernels_;
    const While& loop_;
    const Range rounds_;
    const Target& target_;
    ElementType type_ = ElementType::F32;
    std::int64_t lanes_ = 1;
    std::vector<RoundsOfKernel> calls_;
    std::set<ValueId> scalars_;         // that differ from round to round
    std::map<ValueId, ValueId> arrays_; // the array that a value updates, in steps
    std::vector<Access> accesses_;
    std::map<std::pair<std::size_t, std::size_t>, TermId> terms_; // by call and its own number
};

} // namespace

std::optional<ModuleLoop> loop_in_vectors(const Kernels& kernels, const While& loop, const Range& rounds,
                                          const Target& target) {
    return target.vector_bytes == 0 ? std::nullopt : LoopVectors(kernels, loop, rounds, target).run();
}

} // namespace hlo2cpp
