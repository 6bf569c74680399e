#include "fuse/kernel_verify.h"

#include <algorithm>

#include "kernel/accesses_verify.h"
#include "kernel/dependence.h"
#include "kernel/limits.h"
#include "kernel/print.h"
#include "kernel/written_once.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

// Points that the value of an expression or index depends on.
struct Needs {
    bool reduction = false;   // the point of the reduction
    bool scanned = false;     // the point along a scan
    bool accumulator = false; // the state of the reduction or scan
    void add(const Needs& other) {
        reduction = reduction || other.reduction;
        scanned = scanned || other.scanned;
        accumulator = accumulator || other.accumulator;
    }
};

std::string ref(ExprId id) {
    return "e" + std::to_string(id.value);
}

class KernelVerifier {
public:
    KernelVerifier(const Kernel& kernel, ExpressionTypes& types) : kernel_(kernel), types_(types) {}

    Fault run() {
        if (Fault fault = dimensions()) return fault;
        if (Fault fault = terms()) return fault;
        if (Fault fault = term_ranges()) return fault;
        for (std::size_t i = 0; i < kernel_.exprs.size(); ++i)
            if (Fault fault = expression(ExprId(i))) return ref(ExprId(i)) + text_of(ExprId(i)) + ": " + *fault;
        for (std::size_t i = 0; i < kernel_.space.term_count(); ++i) need_term(TermId(i));
        if (Fault fault = reduction()) return fault;
        if (Fault fault = scan()) return fault;
        if (Fault fault = conditions(kernel_.conditions, "a condition of the kernel", false)) return fault;
        if (Fault fault = conditions(kernel_.needed, "a condition of what is needed", false)) return fault;
        if (!kernel_.needed.empty() && (kernel_.scan || kernel_.in_order))
            return "points need those that may be left out";
        if (Fault fault = outputs()) return fault;
        if (Fault fault = sort()) return fault;
        if (Fault fault = access_outside(kernel_)) return fault;
        Fault fault;
        for_each_stored(kernel_, [&](const Output& output) {
            if (!fault) fault = not_written_once(kernel_, output.argument);
        });
        return fault;
    }

private:
    // Text of an expression whose terms all exist; else empty.
    std::string text_of(ExprId id) const {
        const Expr& expr = kernel_.exprs[id];
        const auto known = [&](const Index& index) {
            return std::ranges::all_of(index.products, [&](const Index::Product& product) {
                return product.term.valid() && product.term.index() < kernel_.space.term_count();
            });
        };
        const bool all =
            std::ranges::all_of(expr.index, known) && std::ranges::all_of(expr.conditions, known, &Condition::index);
        return all ? ", " + print_expr(kernel_, id) : "";
    }

    std::int64_t size_of(std::int64_t d) const {
        const auto i = static_cast<std::size_t>(d);
        return i < kernel_.dims.size() ? kernel_.dims[i] : kernel_.reduction->dims[i - kernel_.dims.size()];
    }
    bool is_argument(ArgumentId id) const { return id.valid() && id.index() < kernel_.arguments.size(); }
    bool is_expr(ExprId id) const { return id.valid() && id.index() < kernel_.exprs.size(); }

    Fault dimensions() const {
        const std::size_t reduced = kernel_.reduction ? kernel_.reduction->dims.size() : 0;
        if (static_cast<std::size_t>(kernel_.space.dimensions()) != kernel_.dims.size() + reduced)
            return "it has other dimensions than its index space";
        for (std::int64_t d = 0; d < kernel_.space.dimensions(); ++d)
            if (size_of(d) < 0) return "dimension " + std::to_string(d) + " has a negative size";
        return std::nullopt;
    }

    // Terms below `end` alone, each once, in order.
    Fault sum(const Index& index, std::size_t end) const {
        const Index::Product* before = nullptr;
        for (const Index::Product& product : index.products) {
            if (!product.term.valid() || product.term.index() >= end) return "an index uses a term before it is there";
            if (product.coefficient == 0) return "an index holds a term 0 times";
            if (before != nullptr && !(before->term < product.term)) return "the terms of an index are not in order";
            before = &product;
        }
        return std::nullopt;
    }

    Fault terms() const {
        for (std::size_t i = 0; i < kernel_.space.term_count(); ++i) {
            const Term& term = kernel_.space[TermId(i)];
            const std::string what = "term " + std::to_string(i);
            switch (term.kind) {
            case TermKind::Dimension:
                if (term.dimension < 0 || term.dimension >= kernel_.space.dimensions())
                    return what + " is no dimension of the kernel";
                if (term.range != Range{0, std::max<std::int64_t>(size_of(term.dimension), 1)})
                    return what + " has another range than its dimension";
                break;
            case TermKind::FloorDivide:
            case TermKind::Modulo:
                if (term.divisor < 1) return what + " divides by " + std::to_string(term.divisor);
                if (Fault fault = sum(term.argument, i)) return what + ": " + *fault;
                break;
            case TermKind::Variable:
                if (!is_argument(term.variable) || kernel_[term.variable].range != term.range)
                    return what + " is no variable among the arguments";
                break;
            case TermKind::Dynamic:
                if (!is_expr(term.value)) return what + " is the value of no expression";
                if (term.range.size() <= 1) return what + " is clamped to nothing";
                break;
            }
        }
        return std::nullopt;
    }

    // Checks that each term's own range covers its values.
    Fault term_ranges() const {
        const IndexBounds bounds(kernel_);
        for (std::size_t i = 0; i < kernel_.space.term_count(); ++i) {
            Index alone;
            alone.products = {{TermId(i), 1}};
            if (!contains(kernel_.space[TermId(i)].range, bounds.of(alone, {})))
                return "term " + std::to_string(i) + ", " + kernel_.space.print(alone) + ", leaves its own range";
        }
        return std::nullopt;
    }

    // Terms come after those in their arguments, run-time values before the expressions that use them.
    const Needs& need_term(TermId id) {
        while (term_needs_.size() <= id.index()) {
            const Term& term = kernel_.space[TermId(term_needs_.size())];
            Needs needs;
            if (term.kind == TermKind::Dimension) {
                needs.reduction = term.dimension >= static_cast<std::int64_t>(kernel_.dims.size());
                needs.scanned = kernel_.scan && kernel_.scan->dim == term.dimension;
            }
            if (term.kind == TermKind::Dynamic && term.value.index() < needs_.size())
                needs = needs_[term.value.index()];
            for (const Index::Product& product : term.argument.products) needs.add(term_needs_[product.term.index()]);
            term_needs_.push_back(needs);
        }
        return term_needs_[id.index()];
    }
    Needs needs_of(const Subscripts& index) {
        Needs needs;
        for (const Index& one : index) needs.add(needs_of(one));
        return needs;
    }
    Needs needs_of(const Index& index) {
        Needs needs;
        for (const Index::Product& product : index.products) needs.add(need_term(product.term));
        return needs;
    }

    // One subscript for each dimension of the array.
    Fault subscripts(ArgumentId argument, const Subscripts& index) const {
        const std::size_t dims = kernel_[argument].dims.size();
        if (index.size() == dims) return std::nullopt;
        return "it has " + std::to_string(index.size()) + " subscripts for the " + std::to_string(dims) +
               " dimensions of " + print_ref(argument);
    }

    // An index of expression `id`, or with none of the kernel itself.
    Fault index_of(const Index& index, ExprId id) const {
        if (Fault fault = sum(index, kernel_.space.term_count())) return fault;
        Fault fault;
        for_each_dynamic(kernel_.space, index, [&](ExprId value) {
            if (id.valid() && !(value < id)) fault = "it uses the run-time index " + ref(value) + " before its value";
            const ElementType type = kernel_.exprs[value].type;
            if (!is_integer(type)) fault = "the run-time index " + ref(value) + " is no integer";
        });
        return fault;
    }

    Fault expression(ExprId id) {
        const Expr& expr = kernel_.exprs[id];
        Needs needs;
        for (const ExprId operand : expr.operands) {
            if (!operand.valid() || !(operand < id)) return "it uses " + ref(operand) + " before its value";
            needs.add(needs_[operand.index()]);
        }
        for (const Index& index : expr.index)
            if (Fault fault = index_of(index, id)) return fault;
        for (const Condition& condition : expr.conditions) {
            if (Fault fault = index_of(condition.index, id)) return fault;
            needs.add(needs_of(condition.index));
        }
        needs.add(needs_of(expr.index));
        needs.accumulator = needs.accumulator || expr.kind == ExprKind::Accumulator;
        needs_.push_back(needs);
        return type_of(expr);
    }

    Fault type_of(const Expr& expr) {
        const auto operand_type = [&](std::size_t i) { return kernel_.exprs[expr.operands[i]].type; };
        switch (expr.kind) {
        case ExprKind::Constant:
            if (static_cast<std::int64_t>(expr.bits.size()) != byte_size(expr.type))
                return "its bits are not its type's";
            break;
        case ExprKind::Load:
            if (!is_argument(expr.argument)) return "it loads from no argument";
            if (kernel_[expr.argument].range) return "it loads from a variable, which is in no memory";
            if (kernel_[expr.argument].type != expr.type) return "it loads from elements of another type";
            return subscripts(expr.argument, expr.index);
        case ExprKind::IndexValue:
            if (expr.index.size() != 1) return "it is no single number";
            if (is_pred(expr.type)) return "its type holds no number";
            break;
        case ExprKind::Apply: return types_.wrong_with(kernel_, expr);
        case ExprKind::Guard:
            if (expr.operands.size() != 2 || expr.conditions.empty()) return "it has nothing to choose";
            if (operand_type(0) != expr.type || operand_type(1) != expr.type) return "it chooses another type";
            break;
        case ExprKind::Accumulator: return accumulator(expr);
        }
        return std::nullopt;
    }

    // A slot of the reduction, or one of two elements of an output that is sorted.
    Fault accumulator(const Expr& expr) const {
        const auto slot = static_cast<std::size_t>(expr.slot);
        ElementType type = expr.type;
        if (kernel_.sort && slot < 2 * kernel_.outputs.size() && is_argument(kernel_.outputs[slot / 2].argument))
            type = kernel_[kernel_.outputs[slot / 2].argument].type;
        else if (const Accumulation* fold = accumulation_of(kernel_);
                 fold != nullptr && slot < fold->initial.size() && is_expr(fold->initial[slot]))
            type = kernel_.exprs[fold->initial[slot]].type;
        else
            return "there is no such slot";
        return type == expr.type ? std::nullopt : Fault("the slot has another type");
    }

    Fault conditions(const std::vector<Condition>& list, const std::string& what, bool in_reduction) {
        for (const Condition& condition : list) {
            if (Fault fault = index_of(condition.index, {})) return what + ": " + *fault;
            const Needs needs = needs_of(condition.index);
            if (in_reduction && needs.accumulator) return what + " needs what the reduction computes";
            if (!in_reduction && needs.reduction) return what + " needs a point of the reduction";
        }
        return std::nullopt;
    }

    Fault reduction() {
        if (!kernel_.reduction) return std::nullopt;
        const Reduction& reduction = *kernel_.reduction;
        if (kernel_.sort || kernel_.scan) return kernel_.sort ? "it reduces and sorts" : "it reduces and scans";
        if (Fault fault = states(reduction)) return fault;
        if (Fault fault = conditions(reduction.conditions, "a condition of the reduction", true)) return fault;
        return reduction.term ? sum_of_terms(reduction) : std::nullopt;
    }

    // Each point along a scan writes, after the points before it.
    Fault scan() const {
        if (!kernel_.scan) return std::nullopt;
        const Scan& scan = *kernel_.scan;
        if (kernel_.sort || kernel_.in_order) return "its points have two orders";
        if (scan.dim < 0 || scan.dim >= static_cast<std::int64_t>(kernel_.dims.size()))
            return "it scans along no parallel dimension";
        if (!kernel_.conditions.empty()) return "a condition leaves out points of its scan";
        if (Fault fault = states(scan)) return fault;
        return scan.term ? sum_of_terms(scan) : std::nullopt;
    }

    Fault states(const Accumulation& fold) const {
        if (fold.initial.empty() || fold.initial.size() != fold.combined.size())
            return "its fold has other slots at first than later";
        for (std::size_t slot = 0; slot < fold.initial.size(); ++slot) {
            const ExprId initial = fold.initial[slot], combined = fold.combined[slot];
            const std::string what = "slot " + std::to_string(slot);
            if (!is_expr(initial) || !is_expr(combined)) return what + " has no value";
            if (kernel_.exprs[initial].type != kernel_.exprs[combined].type) return what + " changes its type";
            if (needs_[initial.index()].reduction)
                return "the first value of " + what + " needs a point of the reduction";
            if (needs_[initial.index()].scanned) return "the first value of " + what + " needs a point of the scan";
            if (needs_[initial.index()].accumulator) return "the first value of " + what + " needs the state itself";
        }
        return std::nullopt;
    }

    Fault sum_of_terms(const Accumulation& fold) const {
        if (fold.initial.size() != 1) return "it adds up terms in several slots";
        if (!is_expr(*fold.term)) return "its term has no value";
        if (needs_[fold.term->index()].accumulator) return "its term needs the sum itself";
        const Expr& combined = kernel_.exprs[fold.combined[0]];
        const auto is_state = [&](ExprId id) { return kernel_.exprs[id].kind == ExprKind::Accumulator; };
        const bool fits = combined.kind == ExprKind::Apply && combined.opcode == fold.combiner &&
                          combined.operands.size() == 2 &&
                          ((is_state(combined.operands[0]) && combined.operands[1] == *fold.term) ||
                           (is_state(combined.operands[1]) && combined.operands[0] == *fold.term));
        return fits ? std::nullopt : Fault("its term is not what its slot adds up");
    }

    Fault outputs() {
        if (kernel_.outputs.empty()) return "it has no output";
        std::vector<bool> stored(kernel_.arguments.size(), false), updated(kernel_.arguments.size(), false);
        for (const Output& output : kernel_.outputs) {
            if (!is_argument(output.argument)) return "it stores to no argument";
            const KernelArgument& argument = kernel_[output.argument];
            const std::string what = print_ref(output.argument);
            if (!is_expr(output.expr)) return what + " gets no value";
            if (kernel_.exprs[output.expr].type != argument.type) return what + " gets elements of another type";
            if (needs_[output.expr.index()].reduction) return "what " + what + " gets needs a point of the reduction";
            if (needs_[output.expr.index()].accumulator && accumulation_of(kernel_) == nullptr)
                return what + " gets the state of no reduction or scan";
            if (stored[output.argument.index()])
                if (Fault fault = shared(output)) return what + *fault;
            stored[output.argument.index()] = true;
            if (Fault fault = subscripts(output.argument, output.index)) return what + ": " + *fault;
            for (const Index& index : output.index)
                if (Fault fault = index_of(index, {})) return what + ": " + *fault;
            if (needs_of(output.index).reduction) return "the index of " + what + " needs a point of the reduction";
            if (Fault fault = conditions(output.conditions, "a condition of " + what, false)) return fault;
            if (!output.updates.valid()) continue;
            if (!is_argument(output.updates) || kernel_[output.updates].type != argument.type ||
                kernel_[output.updates].elements() != argument.elements())
                return what + " updates an array that is not of its kind";
            updated[output.argument.index()] = true;
        }
        for (std::size_t i = 0; i < stored.size(); ++i) {
            const KernelArgument& argument = kernel_.arguments[i];
            const std::string what = print_ref(ArgumentId(i));
            if (argument.written != stored[i])
                return what + (stored[i] ? " is stored to and not" : " is") + " called written";
            if (argument.written && (argument.constant || argument.range)) return what + " is written and constant";
        }
        for (std::size_t i = 0; i < kernel_.exprs.size(); ++i) {
            const Expr& expr = kernel_.exprs[ExprId(i)];
            if (expr.kind == ExprKind::Load && stored[expr.argument.index()] && !updated[expr.argument.index()])
                return ref(ExprId(i)) + " loads from " + print_ref(expr.argument) + ", which is only being made";
        }
        for (const Output& output : kernel_.outputs)
            if (output.updates.valid() && stored[output.updates.index()])
                return print_ref(output.updates) + " is written and updated";
        return std::nullopt;
    }

    // One of several outputs that store to one array, which no point loads then.
    Fault shared(const Output& output) const {
        const auto first = std::ranges::find(kernel_.outputs, output.argument, &Output::argument);
        if (kernel_.sort) return " is sorted as two outputs";
        if (first->updates != output.updates) return " is updated by one of its outputs alone";
        for (std::size_t i = 0; i < kernel_.exprs.size(); ++i) {
            const Expr& expr = kernel_.exprs[ExprId(i)];
            if (expr.kind == ExprKind::Load && expr.argument == output.argument)
                return " is loaded while several outputs store to it";
        }
        return std::nullopt;
    }

    Fault sort() const {
        if (!kernel_.sort) return std::nullopt;
        const Sort& sort = *kernel_.sort;
        const bool empty = std::ranges::find(kernel_.dims, 0) != kernel_.dims.end();
        for (const Output& output : kernel_.outputs)
            if (sort.dimension >= kernel_[output.argument].dims.size()) return "its lines lie along no dimension";
        if (sort.size < 0 || sort.stride < (empty ? 0 : 1)) return "its lines have no size or stride";
        if (sort.first > sort.size || sort.first < std::min<std::int64_t>(sort.size, 1))
            return "it sorts none of its elements, or more than there are";
        if (!is_expr(sort.before) || !is_pred(kernel_.exprs[sort.before].type)) return "its comparison is no pred";
        return std::nullopt;
    }

    const Kernel& kernel_;
    ExpressionTypes& types_;
    std::vector<Needs> needs_;      // by expression
    std::vector<Needs> term_needs_; // by term
};

} // namespace

std::optional<std::string> wrong_with(const Kernel& kernel, ExpressionTypes& types) {
    return KernelVerifier(kernel, types).run();
}

} // namespace hlo2cpp
