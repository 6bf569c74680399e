#include "tile/module_loops_verify.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "kernel/print.h"
#include "support/disjoint_sets.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

class ModuleLoopVerifier {
public:
    ModuleLoopVerifier(const Kernels& kernels, const While& loop, const ModuleLoop& made)
        : kernels_(kernels), loop_(loop), made_(made), arrays_(kernels.values.size()) {}

    Fault run() {
        if (made_.lanes < 1) return "it has no lanes";
        if (made_.lanes == 1) return made_.calls.empty() ? std::nullopt : Fault("it has calls for no lanes");
        if (!loop_.variable.valid() || loop_.step != 1) return "its vectors are no neighbouring rounds";
        for (const While::Carried& carried : loop_.carried) arrays_.join(carried.value.index(), carried.next.index());
        std::size_t in_lanes = 0;
        for (const StepNode& step : kernels_[loop_.body].steps) {
            const Call* const call = std::get_if<Call>(&step);
            if (call == nullptr) return "its body has a step that is no call";
            const RoundsCall* const rounds = rounds_of(*call);
            in_lanes += rounds != nullptr ? 1 : 0;
            if (Fault fault = rounds != nullptr ? call_in_lanes(*call, *rounds) : same_call(*call)) return fault;
            add_accesses(*call);
        }
        if (in_lanes != made_.calls.size()) return "it has a call in lanes that its body has not";
        if (Fault fault = carried()) return fault;
        return conflict();
    }

private:
    struct Access {
        ValueId value;
        std::map<std::pair<std::size_t, std::size_t>, std::int64_t> products; // by call and its own number
        std::int64_t constant = 0;
        bool written = false;
    };

    const Kernel& kernel_of(const Call& call) const { return kernels_[call.kernel]; }
    const RoundsCall* rounds_of(const Call& call) const {
        const auto found =
            std::ranges::find(made_.calls, call[kernel_of(call).outputs[0].argument], &RoundsCall::output);
        return found == made_.calls.end() ? nullptr : &*found;
    }

    Fault call_in_lanes(const Call& call, const RoundsCall& rounds) {
        const std::string what = print_ref(rounds.output);
        if (rounds.kernel.dims != std::vector{made_.lanes}) return what + " has other rounds than lanes";
        if (rounds.kernel.arguments.size() != call.values.size()) return what + " has the arguments of another kernel";
        if (rounds.kernel.outputs.size() != kernel_of(call).outputs.size())
            return what + " has the outputs of another kernel";
        for (const Output& output : kernel_of(call).outputs)
            if (!output.updates.valid()) in_lanes_.push_back(call[output.argument]);
        return std::nullopt;
    }

    // A call that does the same in all rounds.
    Fault same_call(const Call& call) const {
        for (const ValueId value : call.values) {
            const std::string what = " in " + print_ref(call[kernel_of(call).outputs[0].argument]);
            if (std::ranges::find(in_lanes_, value) != in_lanes_.end())
                return print_ref(value) + " is one number" + what + ", and has lanes elsewhere";
            const Value& counter = kernels_[value];
            if (counter.kind == ValueKind::Counter && counter.counts.variable == loop_.variable)
                return "the round is one number" + what;
        }
        for (const Output& output : kernel_of(call).outputs)
            if (output.updates.valid()) return print_ref(call[output.argument]) + " gets one element in all rounds";
        return std::nullopt;
    }

    // A round may hand on arrays that it changes in part, or leaves as they are.
    Fault carried() {
        for (const While::Carried& carried : loop_.carried)
            if (carried.next != carried.value && !updated_.contains(carried.next))
                return "a round needs " + print_ref(carried.next) + " of the round before it";
        return std::nullopt;
    }

    void add_accesses(const Call& call) {
        const Kernel& kernel = kernel_of(call);
        ++calls_;
        for (const Output& output : kernel.outputs) {
            if (!output.updates.valid()) continue;
            const ValueId value = call[output.argument], before = call[output.updates];
            arrays_.join(before.index(), value.index());
            updated_.insert(value);
            accesses_.push_back(access(call, value, output.index, true));
        }
        for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
            if (const Expr& expr = kernel.exprs[ExprId(i)]; expr.kind == ExprKind::Load)
                accesses_.push_back(access(call, call[expr.argument], expr.index, false));
    }

    // Variables of loops are those of all calls; any other term is one of its call.
    Access access(const Call& call, ValueId value, const Index& index, bool written) const {
        Access made{.value = value, .products = {}, .constant = index.constant, .written = written};
        for (const auto& [id, coefficient] : index.products) {
            const Term& term = kernel_of(call).space[id];
            const bool variable = term.kind == TermKind::Variable;
            made.products[variable ? std::pair(std::size_t{0}, call[term.variable].index())
                                   : std::pair(calls_, id.index())] += coefficient;
        }
        return made;
    }

    Fault conflict() {
        for (const Access& write : accesses_)
            for (const Access& other : accesses_)
                if (write.written && arrays_.find(write.value.index()) == arrays_.find(other.value.index()) &&
                    may_meet(write, other))
                    return "a round may touch an element of " + print_ref(other.value) +
                           " that another one of its vector writes";
        return std::nullopt;
    }

    // True if `write` in one round may be the element of `other` in another round of the same vector.
    bool may_meet(const Access& write, const Access& other) const {
        auto distance = other.products;
        for (const auto& [term, coefficient] : write.products) distance[term] -= coefficient;
        std::int64_t unit = 0;
        for (const auto& [term, coefficient] : distance) unit = std::gcd(unit, coefficient);
        const auto along = other.products.find({0, loop_.variable.index()});
        const std::int64_t a_round = along == other.products.end() ? 0 : along->second;
        for (std::int64_t rounds = 1 - made_.lanes; rounds < made_.lanes; ++rounds) {
            const std::int64_t rest = other.constant - write.constant + a_round * rounds;
            if (rounds != 0 && (unit == 0 ? rest == 0 : rest % unit == 0)) return true;
        }
        return false;
    }

    const Kernels& kernels_;
    const While& loop_;
    const ModuleLoop& made_;
    DisjointSets arrays_; // values that are one array
    std::set<ValueId> updated_;
    std::vector<ValueId> in_lanes_; // scalars
    std::vector<Access> accesses_;
    std::size_t calls_ = 0;
};

} // namespace

Fault wrong_module_loop(const Kernels& kernels, const While& loop, const ModuleLoop& made) {
    return ModuleLoopVerifier(kernels, loop, made).run();
}

} // namespace hlo2cpp
