// rng-get-and-update-state: the state of the generator, a number of 128 bits as u64[2], lower half first; then delta is
// added to it
#include "ops/expansion.h"
#include "ops/op.h"
#include "ops/random_bits.h"

namespace hlo2cpp {
namespace {

Shape infer_rng_get_and_update_state(const InferContext& context) {
    context.require_operands(0);
    return random_state_shape();
}

Drawn draw_words(Expansion& e, InstructionId state) {
    const auto half = [&](std::int64_t i) { return e.reshape(e.slice(state, 0, i, i + 1), {}); };
    const InstructionId delta =
        e.integer(Shape::scalar(ElementType::U64), static_cast<std::uint64_t>(e.attributes().delta));
    std::array<InstructionId, 2> next = count_on(e, {half(0), half(1)}, delta);
    for (InstructionId& word : next) word = e.reshape(word, {1});
    return {.numbers = state, .state = e.concatenate({next[0], next[1]}, 0)};
}

} // namespace

const OpDefinition op_rng_get_and_update_state = {.infer = infer_rng_get_and_update_state,
                                                  .form = DrawForm{.draw = draw_words}};

} // namespace hlo2cpp
