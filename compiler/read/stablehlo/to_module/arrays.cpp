// Operations that make arrays and move their elements.
#include "read/stablehlo/to_module/arrays.h"

#include <algorithm>
#include <array>
#include <set>

#include "ir/builder/arrays.h"
#include "ir/builder/elementwise.h"
#include "ir/builder/folds.h"
#include "read/stablehlo/to_module/dimension_numbers.h"
#include "read/stablehlo/to_module/rules.h"
#include "read/stablehlo/to_module/shapes.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

Ops convert_constant(const OpContext& context) {
    const auto* value = context.operation().get<Dense>("value");
    if (value == nullptr) context.fail("its value is no constant that can be read");
    const Op constant = constant_of(context.builder(), *value);
    constexpr std::size_t kLarge = std::size_t{1} << 20;
    if (const auto& forget = context.conversion().document().forget; forget && value->bytes.size() >= kLarge) forget();
    return {constant};
}

Ops convert_iota(const OpContext& context) {
    return {Iota(context.builder(), context.result_shape(), context.integer("iota_dimension"))};
}

Ops convert_broadcast_in_dim(const OpContext& context) {
    context.require(1);
    return {broadcast_in_dim(context.operand(0), context.result_shape().dims, context.list("broadcast_dimensions"))};
}

Ops convert_broadcast(const OpContext& context) {
    context.require(1);
    return {Broadcast(context.operand(0), context.list("broadcast_sizes"))};
}

Ops convert_reshape(const OpContext& context) {
    return {context.add(Opcode::Reshape, context.operands(), {}, {}, context.result_shape())};
}

// The elements are not changed, only their order.
template <Opcode opcode>
Ops convert_permutation(const OpContext& context) {
    const char* const attribute = opcode == Opcode::Transpose ? "permutation" : "dimensions";
    return {context.add(opcode, context.operands(), {.dimensions = context.list(attribute)})};
}

Ops convert_concatenate(const OpContext& context) {
    return {context.add(Opcode::Concatenate, context.operands(), {.dimensions = {context.integer("dimension")}})};
}

Ops convert_slice(const OpContext& context) {
    context.require(1);
    const std::size_t rank = context.operand(0).shape().rank();
    return {Slice(context.operand(0), context.list("start_indices", rank, 0), context.list("limit_indices"),
                  context.list("strides", rank, 1))};
}

Ops convert_dynamic_slice(const OpContext& context) {
    return {context.add(Opcode::DynamicSlice, context.operands(), {.slice_sizes = context.list("slice_sizes")})};
}

Ops convert_pad(const OpContext& context) {
    context.require(2);
    const std::size_t rank = context.operand(0).shape().rank();
    return {pad_of(context.operand(0), context.operand(1), context.list("edge_padding_low", rank, 0),
                   context.list("edge_padding_high", rank, 0), context.list("interior_padding", rank, 0))};
}

Ops convert_gather(const OpContext& context) {
    return {context.add(Opcode::Gather, context.operands(),
                        {.gather = gather_dimensions(context), .slice_sizes = context.list("slice_sizes")})};
}

// Rows of the operand that the index selects: a gather along one dimension.
Ops convert_torch_index_select(const OpContext& context) {
    context.require(2);
    const Op operand = context.operand(0), index = context.operand(1);
    const std::int64_t dimension = context.integer("dim", 0), batches = context.integer("batch_dims", 0);
    const auto rank = static_cast<std::int64_t>(operand.shape().rank());
    const auto index_rank = static_cast<std::int64_t>(index.shape().rank());
    if (batches < 0 || batches > std::min(rank, index_rank) || dimension < batches || dimension >= rank)
        context.fail("its dim and batch_dims do not fit its operands");
    GatherDimensions dimensions{
        .collapsed_slice_dims = {dimension}, .start_index_map = {dimension}, .index_vector_dim = index_rank};
    Sizes sizes = operand.shape().dims;
    sizes[static_cast<std::size_t>(dimension)] = 1;
    for (std::int64_t i = 0; i < batches; ++i) {
        dimensions.operand_batching_dims.push_back(i);
        dimensions.start_indices_batching_dims.push_back(i);
        sizes[static_cast<std::size_t>(i)] = 1;
    }
    for (std::int64_t i = batches; i < dimension; ++i) dimensions.offset_dims.push_back(i);
    for (std::int64_t i = dimension + 1; i < rank; ++i) dimensions.offset_dims.push_back(i + index_rank - batches - 1);
    return {context.add(Opcode::Gather, context.operands(), {.gather = dimensions, .slice_sizes = sizes})};
}

Ops convert_bitcast_convert(const OpContext& context) {
    context.require(1);
    return {BitcastConvertType(context.operand(0), context.result_type().element)};
}

// The dimensions, slowest first, that a layout attribute puts an array of the shape in.
Sizes physical(const OpContext& context, std::string_view attribute, const Shape& shape) {
    Shape with = shape;
    with.layout = checked_layout(shape, context.list(attribute));
    return physical_order(with);
}

// The elements in the order of memory, as another shape.
Ops convert_bitcast(const OpContext& context) {
    context.require(1);
    const Op operand = context.operand(0);
    const Shape shape = context.result_shape();
    const Sizes from = physical(context, "source_layout", operand.shape()),
                to = physical(context, "result_layout", shape);
    if (operand.shape().type != shape.type) context.fail("it changes the type of the elements");
    return {Transpose(Reshape(Transpose(operand, from), permuted(shape.dims, to)), inverse_permutation(to))};
}

Ops convert_get_dimension_size(const OpContext& context) {
    context.require(1);
    const std::int64_t dimension = context.integer("dimension", 0);
    const Shape& shape = context.operand(0).shape();
    if (dimension < 0 || dimension >= static_cast<std::int64_t>(shape.rank()))
        context.fail(to_string(shape) + " has no dimension " + std::to_string(dimension));
    const auto d = static_cast<std::size_t>(dimension);
    if (d < shape.dynamic.size() && shape.dynamic[d]) return {GetDimensionSize(context.operand(0), dimension)};
    return {ConstantR0<std::int32_t>(context.builder(), static_cast<std::int32_t>(shape.dims[d]))};
}

Ops convert_set_dimension_size(const OpContext& context) {
    context.require(2);
    return {SetDimensionSize(context.operand(0), context.operand(1), context.integer("dimension", 0))};
}

Ops convert_tuple(const OpContext& context) {
    return {Tuple(context.builder(), context.operands())};
}

Ops convert_get_tuple_element(const OpContext& context) {
    context.require(1);
    return {GetTupleElement(context.operand(0), context.integer("index", 0))};
}

Ops convert_top_k(const OpContext& context) {
    context.require(1);
    const auto* largest = context.operation().get<bool>("largest");
    return unpack(TopK(context.operand(0), context.integer("k"), largest == nullptr || *largest), 2);
}

constexpr auto kArrayRules = std::to_array<Rule>({
    {"stablehlo.bitcast_convert", convert_bitcast_convert},
    {"stablehlo.broadcast", convert_broadcast},
    {"stablehlo.broadcast_in_dim", convert_broadcast_in_dim},
    {"stablehlo.concatenate", convert_concatenate},
    {"stablehlo.constant", convert_constant},
    {"stablehlo.dynamic_slice", convert_dynamic_slice},
    {"stablehlo.dynamic_update_slice", Opcode::DynamicUpdateSlice},
    {"stablehlo.gather", convert_gather},
    {"stablehlo.get_dimension_size", convert_get_dimension_size},
    {"stablehlo.get_tuple_element", convert_get_tuple_element},
    {"stablehlo.iota", convert_iota},
    {"stablehlo.pad", convert_pad},
    {"stablehlo.reshape", convert_reshape},
    {"stablehlo.reverse", convert_permutation<Opcode::Reverse>},
    {"stablehlo.set_dimension_size", convert_set_dimension_size},
    {"stablehlo.slice", convert_slice},
    {"stablehlo.torch_index_select", convert_torch_index_select},
    {"stablehlo.transpose", convert_permutation<Opcode::Transpose>},
    {"stablehlo.tuple", convert_tuple},
    {"chlo.constant", convert_constant},
    {"chlo.top_k", convert_top_k},
    {"mhlo.bitcast", convert_bitcast},
    {"mhlo.topk", convert_top_k},
});

} // namespace

Op broadcast_in_dim(Op operand, const Sizes& sizes, const Sizes& dimensions) {
    const Shape& shape = operand.shape();
    if (dimensions.size() != shape.rank())
        throw InputError("its dimensions must be as many as its operand has, " + std::to_string(shape.rank()));
    if (std::set(dimensions.begin(), dimensions.end()).size() < dimensions.size())
        throw InputError("two dimensions of its operand become one of its result");
    Sizes kept, places;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
        const std::int64_t d = dimensions[i];
        const bool there = d >= 0 && d < static_cast<std::int64_t>(sizes.size());
        if (shape.dims[i] == 1 && there && sizes[static_cast<std::size_t>(d)] != 1) continue;
        kept.push_back(shape.dims[i]);
        places.push_back(d);
    }
    if (kept.size() < shape.rank()) operand = Reshape(operand, kept);
    if (operand.shape().dims == sizes && is_identity(places)) return operand;
    return operand.builder().AddInstruction({.opcode = Opcode::Broadcast,
                                             .shape = Shape::array(operand.shape().type, sizes),
                                             .attributes = {.dimensions = places}},
                                            {operand});
}

Op constant_of(Builder& builder, const Dense& value) {
    const std::optional<Shape> shape = shape_of(*value.type);
    if (!shape || shape->is_dynamic()) throw InputError("the sizes of a constant must be known");
    Literal literal;
    literal.shape = value.splat ? Shape::scalar(shape->type) : *shape;
    literal.bytes.assign(value.bytes.begin(), value.bytes.end());
    check_internal(literal.bytes.size() == static_cast<std::size_t>(literal.shape.bytes()),
                   "a constant has bytes for another shape");
    Instruction instruction{.opcode = Opcode::Constant, .shape = literal.shape};
    instruction.literal = std::make_shared<const Literal>(std::move(literal));
    const Op constant = builder.AddInstruction(std::move(instruction), {});
    return value.splat ? Broadcast(constant, shape->dims) : constant;
}

Op pad_of(Op operand, Op value, const Sizes& low, const Sizes& high, const Sizes& interior) {
    std::vector<PaddingDimension> padding;
    for (std::size_t i = 0; i < low.size(); ++i)
        padding.push_back({.low = low[i], .high = high[i], .interior = interior[i]});
    return Pad(operand, value, padding);
}

std::span<const Rule> array_rules() {
    return kArrayRules;
}

} // namespace hlo2cpp::stablehlo
