// negate: -x. Integers wrap; floats change the sign, also of zero.
#include "ops/elementwise.h"

#include "ir/float_format.h"

namespace hlo2cpp {
namespace {

constexpr Formula kNegate = {
    .kinds = kNumbers,
    .integer = [](ElementType, const std::int64_t* x) { return as_signed(0 - as_unsigned(x[0])); },
    .real = [](const double* x) { return -x[0]; },
    .complex = [](const Complex* x) { return -x[0]; },
    .helper = "negate",
    .closed = true};

std::optional<Index> negated(IndexSpace&, std::span<const Index> x) {
    return Index(0) - x[0];
}

tree::Expression print_vector_negate(const PrintContext& context) {
    return tree::minus(context.operands[0]);
}

// True if every number of the type has an opposite; types without -0 or without a sign lack some.
bool has_opposites(ElementType type) {
    const FloatSpecials specials = float_format(type).specials;
    return specials != FloatSpecials::NegativeNan && specials != FloatSpecials::ExponentNan;
}

tree::Expression print_negate(const PrintContext& context) {
    if (!is_float(context.type())) return print_elementwise(context);
    const tree::Expression opposite = tree::minus(context.operands[0]);
    return has_opposites(context.type()) ? opposite : tree::call("round", context.type(), {opposite});
}

} // namespace

const OpDefinition op_negate = elementwise(
    kNegate, {.print = print_negate, .print_vector = print_vector_negate, .index = negated}, {.exact = true});

} // namespace hlo2cpp
