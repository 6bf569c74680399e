// Worked examples of calls, conditionals and loops.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

using builder::ConstantR0;

// Branch i adds i.
Example branch(const std::string& name, double index, double result) {
    return {name,
            {s32({}, {index}), s32({}, {10})},
            [](Builder& b, const Ops& x) {
                std::vector<ComputationId> branches;
                for (std::int32_t i = 0; i < 3; ++i)
                    branches.push_back(
                        function(b, {Shape::scalar(ElementType::S32)}, [i](Builder& inside, const Ops& y) {
                            return Add(y[0], ConstantR0<std::int32_t>(inside, i));
                        }));
                return Conditional(x[0], branches, {x[1], x[1], x[1]});
            },
            {s32({}, {result})}};
}

// (count, array) from (0, zeros), one more in each of 1000 rounds.
Op count_to_1000(Builder& b, const Ops&) {
    const Shape array = Shape::array(ElementType::F32, {10});
    const Shape state = Shape::tuple_of({Shape::scalar(ElementType::S32), array});
    const ComputationId condition = function(b, {state}, [](Builder& inside, const Ops& x) {
        return Lt(GetTupleElement(x[0], 0), ConstantR0<std::int32_t>(inside, 1000));
    });
    const ComputationId body = function(b, {state}, [](Builder& inside, const Ops& x) {
        const Op count = Add(GetTupleElement(x[0], 0), ConstantR0<std::int32_t>(inside, 1));
        return Tuple(inside, {count, Add(GetTupleElement(x[0], 1), ConstantR0<float>(inside, 1))});
    });
    const Op zeros = Broadcast(ConstantR0<float>(b, 0), {10});
    return While(condition, body, Tuple(b, {ConstantR0<std::int32_t>(b, 0), zeros}));
}

} // namespace

Examples worked_examples_of_control() {
    return {
        branch("Conditional takes branch 0", 0, 10),
        branch("Conditional takes branch 2", 2, 12),
        branch("Conditional takes the last branch for an index beyond it", 3, 12),
        branch("Conditional takes the last branch for an index of -1", -1, 12),
        {"While counts to 1000", {}, count_to_1000, {s32({}, {1000}), f32({10}, std::vector<double>(10, 1000))}},
        {"CompositeCall of a function",
         {},
         [](Builder& b, const Ops&) {
             const ComputationId square =
                 function(b, {Shape::scalar(ElementType::F32)}, [](Builder&, const Ops& x) { return Mul(x[0], x[0]); });
             return CompositeCall(b, square, {ConstantR0<float>(b, 3)}, "foo.bar");
         },
         {f32({}, {9})}},
    };
}

} // namespace hlo2cpp::testing
