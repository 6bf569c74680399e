#include "ops/combiner.h"

#include <algorithm>
#include <array>

#include "ops/infer_checks.h"
#include "ops/window.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::array kSimple = {Opcode::Add, Opcode::Multiply, Opcode::Maximum, Opcode::Minimum,
                                Opcode::And, Opcode::Or,       Opcode::Xor};

bool is_simple(Opcode opcode) {
    return std::find(kSimple.begin(), kSimple.end(), opcode) != kSimple.end();
}

// True if the operands of a binary op are these two, in either order.
template <typename Id>
bool is_both(const std::vector<Id>& operands, const std::vector<Id>& two) {
    return operands == two || operands == std::vector<Id>{two[1], two[0]};
}

// True for types that may meet: equal, or floats of different precision.
bool compatible(ElementType a, ElementType b) {
    return a == b || (is_float(a) && is_float(b));
}

const Shape& result_of(const Computation& computation, std::size_t i) {
    const Shape& root = computation[computation.root].shape;
    return root.is_tuple() ? root.tuple[i] : root;
}

ElementType fold_type(const ElementBuilder& builder, std::size_t i) {
    return builder.shape().is_tuple() ? builder.shape().tuple[i].type : builder.shape().type;
}

// Sets the states of a fold of the operands' elements at `index`. Returns false if there are no such elements.
bool fold_elements(ElementBuilder& builder, const ElementIndex& index, bool elements, Accumulation& fold) {
    const std::size_t arrays = builder.operand_count() / 2;
    std::vector<ExprId> arguments;
    for (std::size_t i = 0; i < arrays; ++i) {
        const ElementType type = number_type(fold_type(builder, i));
        fold.initial.push_back(builder.convert(type, builder.operand(arrays + i, {})));
        arguments.push_back(builder.accumulator(i, type));
    }
    if (builder.operand_shape(0).elements() == 0 || !elements) {
        fold.combined = arguments;
        return false;
    }
    for (std::size_t i = 0; i < arrays; ++i)
        arguments.push_back(builder.convert(number_type(fold_type(builder, i)), builder.operand(i, index)));
    fold.combined = builder.inline_call(0, arguments, folds_wide(builder.shape()));
    const Expr& combined = builder.exprs()[fold.combined[0]];
    if (arrays == 1 && combined.kind == ExprKind::Apply && is_simple(combined.opcode) &&
        is_both(combined.operands, arguments)) {
        fold.term = arguments[1];
        fold.combiner = combined.opcode;
    }
    return true;
}

bool is_dimension(const IndexSpace& space, const Index& index) {
    return index.constant == 0 && index.products.size() == 1 && index.products[0].coefficient == 1 &&
           space[index.products[0].term].kind == TermKind::Dimension;
}

std::vector<ExprId> converted_states(ElementBuilder& builder, std::vector<ExprId> states) {
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = builder.convert(fold_type(builder, i), states[i]);
    return states;
}

} // namespace

bool folds_wide(const Shape& result) {
    if (!result.is_tuple()) return number_type(result.type) != result.type;
    return std::ranges::any_of(result.tuple, [](const Shape& array) { return number_type(array.type) != array.type; });
}

std::optional<Opcode> simple_combiner(const Computation& computation) {
    if (computation.parameters.size() != 2) return std::nullopt;
    const Instruction& root = computation[computation.root];
    if (!is_simple(root.opcode) || !is_both(root.operands, computation.parameters)) return std::nullopt;
    return root.opcode;
}

std::size_t check_fold(const InferContext& context) {
    const std::size_t count = context.operand_count();
    if (count == 0 || count % 2 != 0)
        context.fail("it needs as many initial values as arrays, found " + std::to_string(count) + " operands");
    const std::size_t arrays = count / 2;
    const Computation& computation = context.called(0);
    const std::string name = "its computation " + printable(computation.name, 80);
    if (computation.parameters.size() != count)
        context.fail(name + " must take " + std::to_string(count) +
                     " parameters, an accumulator and an element for each array, "
                     "but takes " +
                     std::to_string(computation.parameters.size()));
    const Shape& root = computation[computation.root].shape;
    if (arrays > 1 ? !root.is_tuple() || root.tuple.size() != arrays : !root.is_scalar())
        context.fail(name + " must give " +
                     (arrays > 1 ? "a tuple of " + std::to_string(arrays) + " scalars" : "a scalar") + ", but gives " +
                     to_string(root));
    for (std::size_t i = 0; i < arrays; ++i) {
        const Shape& array = context.array_operand(i);
        const Shape& initial = context.array_operand(arrays + i);
        const Shape& accumulator = computation[computation.parameters[i]].shape;
        const Shape& element = computation[computation.parameters[arrays + i]].shape;
        if (array.dims != context.operand(0).dims)
            context.fail("its arrays must have equal sizes, found " + to_string(context.operand(0)) + " and " +
                         to_string(array));
        const bool one_type = same_shape(accumulator, element) && same_shape(accumulator, result_of(computation, i));
        if (!accumulator.is_scalar() || !one_type)
            context.fail(
                name +
                " must take an accumulator and an element of one type and give the next accumulator, but takes " +
                to_string(accumulator) + " and " + to_string(element) + " and gives " +
                to_string(result_of(computation, i)));
        if (!initial.is_scalar() || !compatible(initial.type, accumulator.type))
            context.fail("initial value " + to_string(initial) + " does not fit the accumulator " +
                         to_string(accumulator) + " of " + name);
        if (!compatible(array.type, element.type))
            context.fail("elements of " + to_string(array) + " do not fit the parameter " + to_string(element) +
                         " of " + name);
    }
    return arrays;
}

Shape fold_shape(const InferContext& context, std::size_t arrays, const std::vector<std::int64_t>& dims) {
    if (arrays == 1) return inferred_array(context, result_of(context.called(0), 0).type, dims);
    std::vector<Shape> results;
    for (std::size_t i = 0; i < arrays; ++i)
        results.push_back(inferred_array(context, result_of(context.called(0), i).type, dims));
    return Shape::tuple_of(std::move(results));
}

std::vector<ExprId> close_fold(ElementBuilder& builder, const ElementIndex& index, std::vector<Condition> conditions) {
    Reduction reduction;
    if (fold_elements(builder, index, !never_hold(builder.space(), conditions), reduction))
        reduction.conditions = std::move(conditions);
    return converted_states(builder, builder.close_reduction(std::move(reduction)));
}

std::vector<ExprId> scan_fold(ElementBuilder& builder, const ElementIndex& index, std::size_t dimension, bool reverse) {
    Scan scan;
    fold_elements(builder, index, true, scan);
    const Index& along = index[dimension];
    check_internal(is_dimension(builder.space(), along), "a scan goes along no dimension of its kernel");
    scan.dim = builder.space()[along.products[0].term].dimension;
    scan.reverse = reverse;
    return converted_states(builder, builder.scan(std::move(scan)));
}

} // namespace hlo2cpp
