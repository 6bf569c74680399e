#include "ops/feed.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "evaluate/host_data.h"
#include "evaluate/tensor.h"
#include "ir/layout_order.h"
#include "ops/device_groups.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The custom_call_target of a feed.
constexpr std::array<std::string_view, 5> kTargets = {"", "hlo2cpp.infeed", "hlo2cpp.outfeed", "hlo2cpp.send",
                                                      "hlo2cpp.recv"};

// The element tensors of a tuple, or the array itself.
template <typename T, typename Visit>
void for_each_array(T& tensor, const Shape& shape, Visit&& visit) {
    if (shape.is_array()) return visit(tensor, shape);
    for (std::size_t i = 0; i < shape.tuple.size(); ++i) visit(tensor.tuple[i], shape.tuple[i]);
}

HostData& host_of(const EvaluateContext& context) {
    if (context.host == nullptr) throw InputError("it exchanges data with a host, and there is none");
    return *context.host;
}

bool holds_nothing(const Shape& shape) {
    bool nothing = true;
    for_each_leaf(shape, [&](const Shape& leaf) { nothing = nothing && leaf.elements() == 0; });
    return nothing;
}

InstructionId call_of(Expansion& e, Feed feed, Shape shape, std::vector<InstructionId> operands) {
    const InstructionId call = e.builder().apply(Opcode::CustomCall, std::move(shape), std::move(operands));
    Attributes& attributes = e.builder()[call].attributes;
    attributes.custom_call_target = kTargets[static_cast<std::size_t>(feed)];
    attributes.has_side_effect = true;
    attributes.channel_id = e.attributes().channel_id;
    return call;
}

} // namespace

Feed feed_of(const Instruction& instruction) {
    const OpDefinition* const definition = definition_of(instruction.opcode);
    if (definition != nullptr && definition->feed != Feed::None) return definition->feed;
    if (instruction.opcode != Opcode::CustomCall) return Feed::None;
    const auto found = std::ranges::find(kTargets, instruction.attributes.custom_call_target);
    return found == kTargets.end() ? Feed::None : static_cast<Feed>(found - kTargets.begin());
}

bool is_device_transfer(const Instruction& instruction) {
    const OpDefinition* const definition = definition_of(instruction.opcode);
    return definition != nullptr && definition->transfers && !instruction.attributes.is_host_transfer &&
           !instruction.attributes.source_target_pairs.empty();
}

Shape infer_feed(const InferContext& context) {
    const Feed feed = feed_of(context.instruction);
    const bool takes = feed == Feed::Infeed || feed == Feed::Recv;
    context.require_operands(takes ? 0 : 1);
    const Shape nothing = Shape::tuple_of({});
    const Shape& declared = context.instruction.shape;
    const Shape& data = takes ? declared : context.operand(0);
    context.require(data.is_array() || std::ranges::all_of(data.tuple, &Shape::is_array),
                    "it moves " + to_string(data) + ", not an array or a flat tuple of arrays");
    return takes || declared.is_token() ? declared : nothing;
}

void require_token(const InferContext& context, std::size_t operand) {
    if (!context.operand(operand).is_token())
        context.fail("operand " + std::to_string(operand) + " must be a token, found " +
                     to_string(context.operand(operand)));
}

void require_feedable(const InferContext& context, const Shape& data) {
    if (data.is_token()) context.fail("it moves a token, which holds nothing");
    context.require(std::ranges::all_of(data.tuple, &Shape::is_array),
                    "it moves a tuple with a tuple in it: make it one flat tuple of arrays");
}

const std::vector<Shape>& declared_with_token(const InferContext& context, std::size_t elements) {
    const std::vector<Shape>& declared = context.instruction.shape.tuple;
    if (declared.size() != elements || !declared.back().is_token())
        context.fail("its result must be a tuple of " + std::to_string(elements) + ", the last a token, found " +
                     to_string(context.instruction.shape));
    return declared;
}

Tensor taken(const EvaluateContext& context, const Shape& shape) {
    Tensor result(shape);
    for_each_array(result, shape, [&](Tensor& array, const Shape& type) {
        std::vector<std::byte> bytes(static_cast<std::size_t>(memory_bytes(type)));
        if (!bytes.empty()) host_of(context).infeed(bytes);
        array =
            to_tensor({.shape = Shape::array(type.type, type.dims), .bytes = from_layout(bytes, type), .tuple = {}});
        array.shape = type;
    });
    return result;
}

void given(const EvaluateContext& context, const Tensor& data, const Shape& shape) {
    for_each_array(data, shape, [&](const Tensor& array, const Shape& type) {
        const std::vector<std::byte> bytes = to_layout(to_literal(array).bytes, type);
        if (!bytes.empty()) host_of(context).outfeed(bytes);
    });
}

void send_to_device(const EvaluateContext& context) {
    HostData& host = host_of(context);
    std::vector<std::int64_t> targets;
    for (const auto& [source, target] : device_pairs(context.instruction, context.module.devices))
        if (source == host.device()) targets.push_back(target);
    if (!targets.empty()) host.give({.channel = context.attributes().channel_id}, {context.operand(0)}, targets);
}

Tensor received_from_device(const EvaluateContext& context) {
    HostData& host = host_of(context);
    Tensor result(context.shape());
    for (const auto& [source, target] : device_pairs(context.instruction, context.module.devices))
        if (target == host.device())
            result.tuple[0] = host.take({.channel = context.attributes().channel_id}, source)[0];
    return result;
}

void require_nothing(const Shape& data, const char* to_do) {
    if (!holds_nothing(data))
        throw InputError(std::string("the evaluator cannot ") + to_do +
                         " the host: run the compiled code, with --link");
}

Tensor token_value() {
    Tensor token;
    token.shape = Shape::token();
    return token;
}

InstructionId host_takes(Expansion& e, Feed feed, const Shape& shape) {
    if (!holds_nothing(shape)) return call_of(e, feed, shape, {});
    std::vector<InstructionId> empty;
    for_each_leaf(shape, [&](const Shape& leaf) { empty.push_back(e.number(Shape::array(leaf.type, leaf.dims), 0)); });
    return shape.is_tuple() ? e.tuple(empty) : empty[0];
}

void host_gives(Expansion& e, Feed feed, InstructionId data) {
    if (!holds_nothing(e.shape_of(data))) call_of(e, feed, Shape::token(), {data});
}

} // namespace hlo2cpp
