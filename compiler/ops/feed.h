// What infeed, outfeed, send and recv share. They move arrays between the module and its host, each time that their
// place is reached. `lower` makes custom calls of them, whose `feed` says what they were.
#pragma once

#include "ops/expansion.h"
#include "ops/op.h"

namespace hlo2cpp {

// What the instruction moves, also behind `lower`.
Feed feed_of(const Instruction& instruction);

// Whether a send, a recv or a done of one moves data between devices: it names which, and not the host.
bool is_device_transfer(const Instruction& instruction);

// Checks of `infer`.
void require_token(const InferContext& context, std::size_t operand);
void require_feedable(const InferContext& context, const Shape& data); // an array or a tuple of arrays
// That the shape declared is a tuple of as many elements, the last of them a token.
const std::vector<Shape>& declared_with_token(const InferContext& context, std::size_t elements);

// Evaluates: fills arrays of this shape, or hands the data over.
Tensor taken(const EvaluateContext& context, const Shape& shape);
void given(const EvaluateContext& context, const Tensor& data, const Shape& shape);
Tensor token_value();
// The same between devices: operand 0 of a send, and the result of a recv-done, zeros where nobody sends.
void send_to_device(const EvaluateContext& context);
Tensor received_from_device(const EvaluateContext& context);
// For what the evaluator cannot do.
void require_nothing(const Shape& data, const char* to_do);

// The custom call that does it: of no operand where it fills an array or a tuple of this shape, else of the data. None
// where no array has an element.
InstructionId host_takes(Expansion& e, Feed feed, const Shape& shape);
void host_gives(Expansion& e, Feed feed, InstructionId data);

} // namespace hlo2cpp
