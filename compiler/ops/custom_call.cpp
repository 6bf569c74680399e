// custom-call: the result of a function of the host,
//
//     extern "C" void target(void* out, void** in)
//
// in[i] is operand i, an array, or an array of pointers to the leaves of a tuple; out is the result, likewise; tokens
// take no place. With api_version 2, `const char* opaque, size_t opaque_length` follow.
#include "ops/custom_call.h"

#include <algorithm>
#include <array>

#include "evaluate/tensor.h"
#include "linalg/library_call.h"
#include "ops/exchange.h"
#include "ops/feed.h"
#include "ops/identity.h"
#include "ops/op.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr auto kAnnotations = std::to_array<std::string_view>(
    {"LayoutConstraint", "MoveToDevice", "MoveToHost", "Pin", "SPMDFullToShardShape", "SPMDShardToFullShape",
     "ShardBarrierFrom", "ShardBarrierTo", "Sharding", "Unpin", "annotate_device_placement",
     "xla.sdy.FuncResultSharding", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"});

bool is_c_name(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && letter(text[0]) &&
           std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

void require_flat(const InferContext& context, const Shape& shape, const std::string& what) {
    context.require(std::ranges::none_of(shape.tuple, &Shape::is_tuple),
                    what + " is a tuple with a tuple in it, which no C function takes");
}

Shape infer_custom_call(const InferContext& context) {
    const Instruction& call = context.instruction;
    if (feed_of(call) != Feed::None) return infer_feed(context);
    if (exchange_of(call) != Exchange::None) return infer_exchange(context);
    const std::string& target = call.attributes.custom_call_target;
    if (is_annotation(call)) {
        Shape result = context.operand_count() == 1 ? context.operand(0) : infer_all(context);
        context.require(same_shape(result, call.shape) || !is_partition_boundary(call),
                        "it cuts arrays into the parts of several devices or joins them, so the module is one that "
                        "XLA has not partitioned yet: compile it, and take the module after that, in JAX "
                        "jax.jit(f).lower(...).compile().runtime_executable().hlo_modules()[0]");
        return result;
    }
    if (target.find("python") != std::string::npos && target.find("callback") != std::string::npos)
        context.fail(
            "it calls back into Python, which is not there when the generated code runs: take jax.debug.print, "
            "pure_callback and the like out of the exported function; equinox's error_if and its kin leave none where "
            "EQX_ON_ERROR=nan is in the environment");
    if (const auto linalg = linalg_call(context.computation, call)) return infer_linalg(context, *linalg);
    if (is_allocation(call)) {
        context.require_operands(0);
        context.require(call.shape.is_array(), "it allocates an array, not " + to_string(call.shape));
        return call.shape;
    }
    if (!is_c_name(target))
        context.fail("its target " + printable(target, 80) +
                     " is no name of a C function, so nothing could be linked: lower for platforms=[\"cpu\"] without "
                     "compiler extensions, or express it with other ops");
    require_flat(context, call.shape, "its result");
    for (std::size_t i = 0; i < context.operand_count(); ++i)
        require_flat(context, context.operand(i), "operand " + std::to_string(i));
    return call.shape;
}

// Evaluates the call: gives arrays that lie row-major, or a tuple of them, to the host.
Tensor gives(const EvaluateContext& context) {
    for (std::size_t i = 0; i < context.operands.size(); ++i)
        given(context, context.operand(i), context.computation[context.instruction.operands[i]].shape);
    return Tensor(context.shape());
}

Tensor evaluate_custom_call(const EvaluateContext& context) {
    if (is_annotation(context.instruction)) return evaluate_all(context);
    if (exchange_of(context.instruction) != Exchange::None) return evaluate_exchange(context);
    if (const auto linalg = linalg_call(context.computation, context.instruction))
        return evaluate_linalg(context, *linalg);
    if (is_allocation(context.instruction)) return Tensor(context.shape());
    if (feed_of(context.instruction) == Feed::Infeed) return taken(context, context.shape());
    if (feed_of(context.instruction) == Feed::Outfeed) return gives(context);
    throw InputError({"the evaluator cannot call " + printable(context.instruction.attributes.custom_call_target, 80) +
                      ", a function of the host: run the compiled code, with --link"});
}

} // namespace

bool is_annotation(const Instruction& custom_call) {
    return std::ranges::binary_search(kAnnotations, custom_call.attributes.custom_call_target);
}

bool is_partition_boundary(const Instruction& custom_call) {
    return is_annotation(custom_call) && custom_call.attributes.custom_call_target.ends_with("Shape");
}

bool is_allocation(const Instruction& custom_call) {
    return custom_call.attributes.custom_call_target == "AllocateBuffer";
}

const OpDefinition op_custom_call = {.infer = infer_custom_call,
                                     .evaluate = evaluate_custom_call,
                                     .form = HostForm{},
                                     .cost = Cost::Expensive,
                                     .declares_shape = true};

} // namespace hlo2cpp
