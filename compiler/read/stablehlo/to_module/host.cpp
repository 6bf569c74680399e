// Custom calls, and operations that exchange data with the host.
#include <algorithm>
#include <array>
#include <charconv>

#include "ir/builder/arrays.h"
#include "ir/builder/control.h"
#include "read/stablehlo/to_module/attribute_text.h"
#include "read/stablehlo/to_module/dimension_numbers.h"
#include "read/stablehlo/to_module/rules.h"
#include "read/stablehlo/to_module/shapes.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

constexpr std::int64_t kTypedApi = 4;
constexpr std::size_t kLongestMessage = 2000;

// The shapes with the layouts of a list of permutations, the fastest dimension first.
std::vector<Shape> with_layouts(const OpContext& context, std::string_view attribute, std::vector<Shape> shapes) {
    const auto* layouts = context.operation().get<Attribute::List>(attribute);
    if (layouts == nullptr) return shapes;
    if (layouts->size() != shapes.size())
        context.fail("its " + std::string(attribute) + " are " + std::to_string(layouts->size()) + ", not " +
                     std::to_string(shapes.size()));
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const auto* order = (*layouts)[i].get<Integers>();
        if (order != nullptr && shapes[i].is_array()) shapes[i].layout = checked_layout(shapes[i], order->values);
    }
    return shapes;
}

// The configuration as HLO has it: a typed one as text.
void set_configuration(const OpContext& context, Attributes& attributes) {
    const auto* typed = context.operation().get<Dictionary>("mhlo.backend_config");
    if (typed == nullptr) typed = context.operation().get<Dictionary>("backend_config");
    attributes.custom_call_opaque = typed != nullptr ? attribute_text(*typed) : context.text("backend_config");
    attributes.api_version = typed != nullptr ? kTypedApi : context.integer("api_version", 1);
}

// The shape of result `i`, whose open sizes are the elements of operand `sizes_at`.
Shape refined_shape(const OpContext& context, std::size_t i, std::int64_t sizes_at) {
    Type type = context.result_type(i);
    if (sizes_at < 0 || sizes_at >= static_cast<std::int64_t>(context.operand_count()) || type.kind != TypeKind::Tensor)
        context.fail("its indices_of_shape_operands must be operands with the sizes of tensors");
    const auto at = static_cast<std::size_t>(sizes_at);
    if (!is_open(type) && !context.conversion().known(context.operand(at))) return context.result_shape(i);
    type.dims = context.known_sizes(at);
    type.bounds.clear();
    const std::optional<Shape> shape = shape_of(type);
    if (!shape || !fits(*shape, context.result_type(i)))
        context.fail("its operand " + std::to_string(at) + " says that result " + std::to_string(i) + " is " +
                     to_string(type) + ", but the type of the result says " + to_string(context.result_type(i)));
    return *shape;
}

std::vector<Shape> refined_shapes(const OpContext& context, const Sizes& shape_operands) {
    if (shape_operands.empty()) return context.result_shapes();
    const std::size_t count = context.operation().results.size();
    if (shape_operands.size() != count)
        context.fail("its indices_of_shape_operands are " + std::to_string(shape_operands.size()) + ", but it has " +
                     std::to_string(count) + " results");
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < count; ++i) shapes.push_back(refined_shape(context, i, shape_operands[i]));
    return shapes;
}

// The items of a list, one an operand, without those of the operands that hold sizes.
template <typename T>
std::vector<T> without(const std::vector<T>& items, const Sizes& shape_operands) {
    std::vector<T> kept;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (std::ranges::find(shape_operands, static_cast<std::int64_t>(i)) == shape_operands.end())
            kept.push_back(items[i]);
    return kept;
}

// HLO's custom call has no operands with sizes of results: its results have shapes.
Ops plain_custom_call(const OpContext& context) {
    const Sizes shape_operands = context.list("indices_of_shape_operands");
    Attributes attributes{.custom_call_target = context.text("call_target_name"),
                          .has_side_effect = context.flag("has_side_effect")};
    set_configuration(context, attributes);
    if (context.operation().attributes.find("operand_layouts") != nullptr) {
        for (const Op operand : context.operands()) attributes.operand_shapes.push_back(operand.shape());
        attributes.operand_shapes =
            without(with_layouts(context, "operand_layouts", attributes.operand_shapes), shape_operands);
    }
    std::vector<Shape> shapes = refined_shapes(context, shape_operands);
    const bool is_tuple = shapes.size() == 1 && shapes[0].is_tuple();
    shapes = with_layouts(context, "result_layouts", is_tuple ? shapes[0].tuple : shapes);
    const Op result =
        context.add(Opcode::CustomCall, without(context.operands(), shape_operands), std::move(attributes), {},
                    shapes.size() == 1 && !is_tuple ? shapes[0] : Shape::tuple_of(shapes));
    return is_tuple ? Ops{result} : unpack(result, context.operation().results.size());
}

// The first of all elements in the order of the comparator, along a dimension.
Ops approximate_top_k(const OpContext& context) {
    const auto* options = context.operation().get<Dictionary>("mhlo.backend_config");
    if (options == nullptr) context.fail("its mhlo.backend_config is missing");
    const Ops operands = without(context.operands(), context.list("indices_of_shape_operands"));
    const std::size_t count = operands.size() / 2;
    const Ops arrays(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(count));
    const std::int64_t dimension = number(*options, "reduction_dim", 0), k = number(*options, "top_k", 0);
    std::vector<Shape> pairs;
    for (std::size_t i = 0; i < 2 * count; ++i) pairs.push_back(Shape::scalar(arrays[i / 2].shape().type));
    const ComputationId before = context.conversion().called_function(context.operation(), pairs);
    Ops results = unpack(context.add(Opcode::Sort, arrays, {.dimensions = {dimension}}, {before}), count);
    for (Op& result : results) result = SliceInDim(result, 0, k, 1, dimension);
    return results;
}

// Operations that older exporters could only write as custom calls of their names.
Ops renamed(const OpContext& context, std::string_view name) {
    Operation operation = context.operation();
    operation.name = name;
    if (const auto* attributes = context.operation().get<Dictionary>("mhlo.attributes"))
        for (const NamedAttribute& entry : attributes->entries()) operation.attributes.set(entry.name, entry.value);
    return apply_rule(OpContext(context.conversion(), operation));
}

// A message with {0}, {1}, .. for the operands behind the asserted one; {{ is a brace.
std::string filled(const OpContext& context, std::string_view format) {
    std::string text;
    while (!format.empty()) {
        const std::size_t brace = std::min(format.find('{'), format.size());
        text += format.substr(0, brace);
        format.remove_prefix(brace);
        std::size_t number = 0;
        const char* const end = format.data() + format.size();
        const auto [rest, error] =
            std::from_chars(format.data() + std::min<std::size_t>(1, format.size()), end, number);
        const bool is_place = error == std::errc() && rest != end && *rest == '}' && context.operand_count() > 1 &&
                              number < context.operand_count() - 1;
        const std::optional<Sizes> value =
            is_place ? context.conversion().known(context.operand(number + 1)) : std::nullopt;
        if (value && value->size() == 1) {
            text += std::to_string(value->front());
            format.remove_prefix(static_cast<std::size_t>(rest + 1 - format.data()));
        } else if (!format.empty()) {
            text += '{';
            format.remove_prefix(format.starts_with("{{") ? 2 : 1);
        }
    }
    return text;
}

Ops assertion(const OpContext& context) {
    const std::optional<Sizes> holds = context.conversion().known(context.operand(0));
    if (!holds) context.fail("it asserts a relation of sizes that are not known: give them with --input-shape");
    if (holds->at(0) == 0) {
        const std::string message = printable(filled(context, context.text("error_message")), kLongestMessage);
        context.fail("the sizes break a rule of the program" + (message.empty() ? "" : ": " + message));
    }
    return {};
}

Ops convert_custom_call(const OpContext& context) {
    const std::string target = context.text("call_target_name");
    if (target == "ApproxTopK") return approximate_top_k(context);
    if (target == "shape_assertion") return assertion(context);
    const bool is_operation =
        target.starts_with("mhlo.") || target.starts_with("chlo.") || target.starts_with("stablehlo.");
    if (is_operation && find_rule(target) != nullptr) return renamed(context, target);
    return plain_custom_call(context);
}

Ops with_token(const OpContext& context, Op data_and_token) {
    const std::size_t count = context.operation().results.size() - 1;
    Ops results = count == 0 ? Ops() : unpack(GetTupleElement(data_and_token, 0), count);
    results.push_back(GetTupleElement(data_and_token, 1));
    return results;
}

// The shape of all results but the token that is the last one.
Shape data_shape(const OpContext& context) {
    std::vector<Shape> shapes = context.result_shapes();
    if (shapes.empty() || !shapes.back().is_token()) context.fail("its last result must be a token");
    shapes.pop_back();
    return shapes.size() == 1 ? shapes[0] : Shape::tuple_of(shapes);
}

// All operands but the token that is the last one.
Op data_operand(const OpContext& context) {
    if (context.operand_count() == 0) context.fail("its last operand must be a token");
    return pack(context.builder(), context.operands(0, context.operand_count() - 1));
}

Ops convert_infeed(const OpContext& context) {
    context.require(1);
    return with_token(context, InfeedWithToken(context.operand(0), data_shape(context)));
}

Ops convert_outfeed(const OpContext& context) {
    const Op data = data_operand(context);
    return {OutfeedWithToken(data, context.operand(context.operand_count() - 1), data.shape())};
}

Attributes channel_of(const OpContext& context) {
    Attributes attributes{.channel_id = context.integer("channel_id", 0),
                          .is_host_transfer = context.flag("is_host_transfer")};
    for (const Sizes& pair : context.rows("source_target_pairs", 2))
        attributes.source_target_pairs.push_back({.source = pair[0], .target = pair[1]});
    return attributes;
}

Ops convert_send(const OpContext& context) {
    const Op data = data_operand(context);
    const Attributes channel = channel_of(context);
    const Op sent = context.add(Opcode::Send, {data, context.operand(context.operand_count() - 1)}, channel);
    return {context.add(Opcode::SendDone, {sent}, channel)};
}

Ops convert_recv(const OpContext& context) {
    context.require(1);
    const Attributes channel = channel_of(context);
    const Shape shape = Shape::tuple_of({data_shape(context), Shape::scalar(ElementType::U32), Shape::token()});
    const Op announced = context.add(Opcode::Recv, context.operands(), channel, {}, shape);
    return with_token(context, context.add(Opcode::RecvDone, {announced}, channel));
}

Ops convert_create_token(const OpContext& context) {
    return {CreateToken(context.builder())};
}

Ops convert_after_all(const OpContext& context) {
    return {AfterAll(context.builder(), context.operands())};
}

constexpr auto kHostRules = std::to_array<Rule>({
    {"stablehlo.after_all", convert_after_all},
    {"stablehlo.create_token", convert_create_token},
    {"stablehlo.custom_call", convert_custom_call},
    {"stablehlo.infeed", convert_infeed},
    {"stablehlo.outfeed", convert_outfeed},
    {"stablehlo.recv", convert_recv},
    {"stablehlo.send", convert_send},
});

} // namespace

std::span<const Rule> host_rules() {
    return kHostRules;
}

} // namespace hlo2cpp::stablehlo
