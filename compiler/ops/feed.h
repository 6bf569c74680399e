// Infeed, outfeed, send and recv. They move arrays between the module and its host whenever they run. `lower` makes
// custom calls of them, whose targets name the original op: hlo2cpp.infeed and the like.
#pragma once

#include "ops/expansion.h"
#include "ops/op.h"

namespace hlo2cpp {

// Kind of data movement of the instruction, also after `lower`.
Feed feed_of(const Instruction& instruction);

// True if a send, a recv or one of their dones moves data between named devices, not to or from the host.
bool is_device_transfer(const Instruction& instruction);

// Result of the custom call of a feed.
Shape infer_feed(const InferContext& context);

// Checks of `infer`.
void require_token(const InferContext& context, std::size_t operand);
void require_feedable(const InferContext& context, const Shape& data); // an array or a tuple of arrays
// Checks that the declared shape is a tuple of as many elements, the last of them a token.
const std::vector<Shape>& declared_with_token(const InferContext& context, std::size_t elements);

// Evaluates: fills arrays of this shape, or hands the data over.
Tensor taken(const EvaluateContext& context, const Shape& shape);
void given(const EvaluateContext& context, const Tensor& data, const Shape& shape);
Tensor token_value();
// Transfers between devices: operand 0 of a send, and the result of a recv-done, zeros without a sender.
void send_to_device(const EvaluateContext& context);
Tensor received_from_device(const EvaluateContext& context);
// Refuses data that the evaluator cannot move.
void require_nothing(const Shape& data, const char* to_do);

// The custom call of the feed: without operands if it fills an array or a tuple of this shape, else with the data. None
// if no array has an element.
InstructionId host_takes(Expansion& e, Feed feed, const Shape& shape);
void host_gives(Expansion& e, Feed feed, InstructionId data);

} // namespace hlo2cpp
