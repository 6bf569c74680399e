#include "kernel/print.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "ir/opcode.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kNameLimit = 60;

std::string list(const std::vector<std::int64_t>& numbers) {
    std::string text = "[";
    for (std::size_t i = 0; i < numbers.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
    return text + "]";
}

std::string hex(const std::vector<std::byte>& bits) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text = "0x";
    for (auto it = bits.rbegin(); it != bits.rend(); ++it) {
        const unsigned value = std::to_integer<unsigned>(*it);
        text += digits[value / 16];
        text += digits[value % 16];
    }
    return text;
}

template <typename T>
std::string number(const std::vector<std::byte>& bits) {
    T value{};
    std::memcpy(&value, bits.data(), sizeof value);
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

// A number where C++ has the type, else its bits.
std::string print_constant(const Expr& expr) {
    switch (expr.type) {
    case ElementType::Pred: return expr.bits[0] == std::byte{0} ? "false" : "true";
    case ElementType::S2:
    case ElementType::S4:
    case ElementType::S8: return std::to_string(std::to_integer<std::int8_t>(expr.bits[0]));
    case ElementType::U2:
    case ElementType::U4:
    case ElementType::U8: return std::to_string(std::to_integer<std::uint8_t>(expr.bits[0]));
    case ElementType::S16: return number<std::int16_t>(expr.bits);
    case ElementType::U16: return number<std::uint16_t>(expr.bits);
    case ElementType::S32: return number<std::int32_t>(expr.bits);
    case ElementType::U32: return number<std::uint32_t>(expr.bits);
    case ElementType::S64: return number<std::int64_t>(expr.bits);
    case ElementType::U64: return number<std::uint64_t>(expr.bits);
    case ElementType::F32: return number<float>(expr.bits);
    case ElementType::F64: return number<double>(expr.bits);
    default: return hex(expr.bits);
    }
}

// "d0 < 4, d1 < 6", from dimension `first` on.
std::string print_dimensions(const std::vector<std::int64_t>& sizes, std::size_t first) {
    std::string text;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        text += (i == 0 ? "d" : ", d") + std::to_string(first + i) + " < " + std::to_string(sizes[i]);
    return text;
}

std::string expr_ref(ExprId id) {
    return "e" + std::to_string(id.value);
}

std::string operands(const Expr& expr) {
    std::string text;
    for (const ExprId id : expr.operands) text += (text.empty() ? "" : ", ") + expr_ref(id);
    return text;
}

std::string_view name_of(ValueKind kind) {
    switch (kind) {
    case ValueKind::Parameter: return "parameter";
    case ValueKind::State: return "state";
    case ValueKind::Constant: return "constant";
    case ValueKind::Temporary: return "temporary";
    case ValueKind::Counter: return "counter";
    case ValueKind::Decision: return "decision";
    case ValueKind::Result: return "result";
    }
    return "";
}

std::string_view name_of(ComparisonDirection direction) {
    switch (direction) {
    case ComparisonDirection::Eq: return "eq";
    case ComparisonDirection::Ne: return "ne";
    case ComparisonDirection::Ge: return "ge";
    case ComparisonDirection::Gt: return "gt";
    case ComparisonDirection::Le: return "le";
    case ComparisonDirection::Lt: return "lt";
    }
    return "";
}

std::string print_apply(const Expr& expr) {
    std::string text = std::string(hlo2cpp::name_of(expr.opcode));
    if (expr.opcode == Opcode::Compare)
        text += "-" + std::string(name_of(expr.direction)) + (expr.total_order ? "-total" : "");
    if (expr.not_positive) text += "-not-positive";
    if (expr.addend) text += "-addend";
    if (expr.rounded) text += "-rounded";
    if (expr.nearest)
        text += "-nearest[" + std::to_string(expr.nearest->begin) + ".." + std::to_string(expr.nearest->last()) + "]";
    if (expr.exponent_bits != 0 || expr.mantissa_bits != 0)
        text += "-e" + std::to_string(expr.exponent_bits) + "m" + std::to_string(expr.mantissa_bits);
    return text + "(" + operands(expr) + ")";
}

std::string print_fold(const Accumulation& fold, const std::string& indent) {
    std::string text;
    if (fold.term) text += ", term " + expr_ref(*fold.term) + " by " + std::string(hlo2cpp::name_of(fold.combiner));
    text += "\n";
    for (std::size_t slot = 0; slot < fold.initial.size(); ++slot) {
        text += indent + "  slot " + std::to_string(slot) + ": from " + expr_ref(fold.initial[slot]);
        if (slot < fold.combined.size()) text += ", then " + expr_ref(fold.combined[slot]);
        text += "\n";
    }
    return text;
}

std::string print_reduction(const Kernel& kernel, const std::string& indent) {
    if (!kernel.reduction) return "";
    const Reduction& reduction = *kernel.reduction;
    std::string text = indent + "reduce over " + print_dimensions(reduction.dims, kernel.dims.size());
    if (!reduction.conditions.empty()) text += " where " + print_conditions(kernel.space, reduction.conditions);
    return text + print_fold(reduction, indent);
}

std::string print_scan(const Kernel& kernel, const std::string& indent) {
    if (!kernel.scan) return "";
    const std::string along = indent + "scan along d" + std::to_string(kernel.scan->dim);
    return along + (kernel.scan->reverse ? " from the end" : "") + print_fold(*kernel.scan, indent);
}

std::string print_argument(ArgumentId id, const KernelArgument& argument) {
    std::string text = print_ref(id) + " " + std::string(info(argument.type).name) + list(argument.dims);
    if (argument.written) text += " written";
    if (argument.constant) text += " constant";
    for (const std::optional<Range>& range : {argument.range, argument.values})
        if (range) text += " in [" + std::to_string(range->begin) + ", " + std::to_string(range->end) + ")";
    return text;
}

// " among {0,1}{2,3}", " from 0 to 1"
std::string devices_text(const HostCall& call) {
    std::string text = call.groups.empty() ? "" : " among ";
    for (const std::vector<std::int64_t>& group : call.groups) {
        std::string members;
        for (const std::int64_t device : group) members += (members.empty() ? "" : ",") + std::to_string(device);
        text += "{" + members + "}";
    }
    for (const auto& [source, target] : call.pairs)
        text += " from " + std::to_string(source) + " to " + std::to_string(target);
    return text;
}

struct PrintStep {
    const std::vector<Kernel>& kernels;

    std::string operator()(const Call& call) const {
        const Kernel& kernel = kernels[call.kernel.index()];
        std::string text;
        for_each_stored(kernel, [&](const Output& output) {
            text += (text.empty() ? "" : ", ") + print_ref(call[output.argument]);
        });
        text += " = " + printable(call.name, kNameLimit) + ", kernel " + std::to_string(call.kernel.value) + " (";
        std::string values;
        for (const ValueId value : call.values) values += (values.empty() ? "" : ", ") + print_ref(value);
        text += values + ")";
        if (call.scratch.valid()) text += " with scratch " + print_ref(call.scratch);
        for_each_stored(kernel, [&](const Output& output) {
            if (output.updates.valid()) text += " updates " + print_ref(call[output.updates]);
        });
        return text;
    }
    std::string operator()(const While& loop) const {
        const std::string body = "region " + std::to_string(loop.body.value);
        std::string text = "while " + printable(loop.name, kNameLimit) + ": ";
        if (!loop.counts()) {
            text +=
                body + " while region " + std::to_string(loop.condition.value) + " gives " + print_ref(loop.predicate);
        } else {
            text += body + ", " + (loop.trip_count < 0 ? "" : std::to_string(loop.trip_count) + " ") + "rounds";
            if (loop.variable.valid())
                text += " of " + print_ref(loop.variable) + " = " +
                        (loop.start.valid() ? print_ref(loop.start) : std::to_string(loop.first)) + " by " +
                        std::to_string(loop.step);
            if (loop.limit.valid()) text += " below " + print_ref(loop.limit);
        }
        if (loop.max_trips >= 0)
            text += ", at most " + std::to_string(loop.max_trips) + " rounds" + (loop.stopped ? ", then stopped" : "");
        for (const While::Carried& carried : loop.carried)
            text += ", " + print_ref(carried.value) + " is " +
                    (carried.initial.valid() ? print_ref(carried.initial) : std::string("nothing")) + " then " +
                    print_ref(carried.next);
        return text;
    }
    std::string operator()(const Conditional& conditional) const {
        std::string text;
        for (const ValueId result : conditional.results) text += (text.empty() ? "" : ", ") + print_ref(result);
        text += " = conditional " + printable(conditional.name, kNameLimit) + " on " + print_ref(conditional.selector);
        for (const Conditional::Branch& branch : conditional.branches) {
            text += ", region " + std::to_string(branch.region.value) + " gives";
            for (const ValueId result : branch.results) text += " " + print_ref(result);
        }
        return text;
    }
    std::string operator()(const HostCall& call) const {
        std::string text, values;
        for (const ValueId result : call.results) text += (text.empty() ? "" : ", ") + print_ref(result);
        for (const ValueId value : call.arguments) values += (values.empty() ? "" : ", ") + print_ref(value);
        return text + (text.empty() ? "" : " = ") + printable(call.name, kNameLimit) + ", host " + call.target + "(" +
               values + ")" + devices_text(call) + (call.effect ? ", in order" : "");
    }
    std::string operator()(const Copy& copy) const { return print_ref(copy.to) + " = copy of " + print_ref(copy.from); }
};

} // namespace

std::string print_conditions(const IndexSpace& space, const std::vector<Condition>& conditions) {
    std::string text;
    for (const Condition& condition : conditions) {
        if (!text.empty()) text += " and ";
        if (condition.low > -kFar) text += std::to_string(condition.low) + " <= "; // a side that is tested
        text += space.print(condition.index);
        if (condition.high < kFar) text += " < " + std::to_string(condition.high);
    }
    return text;
}

std::string print_ref(ValueId id) {
    return id.valid() ? "%" + std::to_string(id.value) : "none";
}

std::string print_ref(ArgumentId id) {
    return id.valid() ? "a" + std::to_string(id.value) : "none";
}

std::string print_value(const Value& value) {
    std::string text = std::string(name_of(value.kind));
    if (value.leaf >= 0) text += " " + std::to_string(value.leaf);
    text += " " + std::string(info(value.type).name) + list(value.dims);
    if (!value.name.empty()) text += " " + printable(value.name, kNameLimit);
    if (value.moved) {
        text += ": " + std::string(info(value.type).name) + list(value.moved->dims) + " in the order " +
                list(value.moved->layout.order);
        if (value.moved->layout.pitch > 0) text += ", rows " + std::to_string(value.moved->layout.pitch) + " apart";
    }
    if (value.kind != ValueKind::Counter) return text;
    const auto& [variable, offset, factor, range] = value.counts;
    text += " = " + std::to_string(offset) + " + " + std::to_string(factor) + "*" + print_ref(variable);
    return text + " in [" + std::to_string(range.begin) + ", " + std::to_string(range.end) + ")";
}

std::string print_expr(const Kernel& kernel, ExprId id) {
    const Expr& expr = kernel.exprs[id];
    switch (expr.kind) {
    case ExprKind::Constant: return print_constant(expr);
    case ExprKind::Load: return print_ref(expr.argument) + "[" + kernel.space.print(expr.index) + "]";
    case ExprKind::IndexValue: return "number " + kernel.space.print(expr.index);
    case ExprKind::Apply: return print_apply(expr);
    case ExprKind::Guard:
        return "if " + print_conditions(kernel.space, expr.conditions) + ": " + expr_ref(expr.operands[0]) + " else " +
               expr_ref(expr.operands[1]);
    case ExprKind::Accumulator: return "slot " + std::to_string(expr.slot);
    }
    return "";
}

std::string print_kernel(const Kernel& kernel, const std::string& indent) {
    std::string text = indent + (kernel.dims.empty() ? "once" : "for " + print_dimensions(kernel.dims, 0)) + "\n" +
                       print_reduction(kernel, indent) + print_scan(kernel, indent);
    for (const std::string& term : kernel.space.print_named_terms()) text += indent + "  " + term + "\n";
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        text += indent + "  " + expr_ref(ExprId(i)) + ": " + std::string(info(expr.type).name) + " = " +
                print_expr(kernel, ExprId(i)) + (expr.name.empty() ? "" : "  // " + printable(expr.name, kNameLimit)) +
                "\n";
    }
    if (kernel.in_order) text += indent + "in this order\n";
    if (!kernel.conditions.empty())
        text += indent + "where " + print_conditions(kernel.space, kernel.conditions) + "\n";
    if (!kernel.needed.empty()) text += indent + "needed where " + print_conditions(kernel.space, kernel.needed) + "\n";
    for (const Output& output : kernel.outputs) {
        text += indent + print_ref(output.argument) + "[" + kernel.space.print(output.index) +
                "] = " + expr_ref(output.expr) +
                (output.conditions.empty() ? "" : " where " + print_conditions(kernel.space, output.conditions)) + "\n";
        if (output.updates.valid())
            text += indent + "  the other elements are those of " + print_ref(output.updates) + "\n";
    }
    if (kernel.sort)
        text +=
            indent + "sort " +
            (kernel.sort->first < kernel.sort->size ? "the first " + std::to_string(kernel.sort->first) + " of " : "") +
            std::to_string(kernel.sort->size) + " elements by " + std::to_string(kernel.sort->stride) +
            (kernel.sort->dimension == 0 ? "" : " along dimension " + std::to_string(kernel.sort->dimension)) +
            " from each of them, before is " + expr_ref(kernel.sort->before) + "\n";
    return text;
}

std::string print_kernels(const std::vector<Kernel>& kernels) {
    std::string text;
    for (std::size_t k = 0; k < kernels.size(); ++k) {
        std::string arguments;
        for (std::size_t i = 0; i < kernels[k].arguments.size(); ++i)
            arguments += (i == 0 ? "" : ", ") + print_argument(ArgumentId(i), kernels[k].arguments[i]);
        text += "\nkernel " + std::to_string(k) + " (" + arguments + ")\n" + print_kernel(kernels[k], "  ");
    }
    return text;
}

std::string print_step(const StepNode& step, const std::vector<Kernel>& kernels) {
    return std::visit(PrintStep{kernels}, step);
}

std::string print(const Kernels& kernels) {
    std::string text;
    for (std::size_t i = 0; i < kernels.values.size(); ++i)
        text += print_ref(ValueId(i)) + ": " + print_value(kernels.values[i]) + "\n";
    for (std::size_t r = 0; r < kernels.regions.size(); ++r) {
        const bool entry = std::ranges::find(kernels.entries, RegionId(r), &Entry::region) != kernels.entries.end();
        text += "\nregion " + std::to_string(r) + (entry ? " (entry)" : "") + "\n";
        for (const StepNode& step : kernels.regions[r].steps) text += "  " + print_step(step, kernels.kernels) + "\n";
    }
    text += print_kernels(kernels.kernels);
    for (const Entry& entry : kernels.entries) {
        text += "\nresults";
        for (std::size_t leaf = 0; leaf < entry.results.size(); ++leaf) {
            text += " " + print_ref(entry.results[leaf]);
            if (entry.written_into[leaf].valid()) text += " into " + print_ref(entry.written_into[leaf]);
        }
        text += "\n";
    }
    return text;
}

} // namespace hlo2cpp
