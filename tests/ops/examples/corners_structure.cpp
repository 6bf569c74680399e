// Corners of linear algebra, control flow, and of what changes nothing.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

Example factored(const std::string& name, bool lower, const std::vector<double>& a, const std::vector<double>& result) {
    return {name,
            {f32({2, 2}, a)},
            [lower](Builder&, const Ops& x) { return Cholesky(x[0], lower); },
            {f32({2, 2}, result)}};
}

Op through(Opcode opcode, const Ops& operands) {
    return operands[0].builder().AddInstruction({.opcode = opcode}, operands);
}

// From x rounds on while below 5, each round adds 2.
Example loop(const std::string& name, double start, double result) {
    return {name,
            {s32({}, {start})},
            [](Builder& b, const Ops& x) {
                const Shape scalar = Shape::scalar(ElementType::S32);
                const ComputationId below = function(b, {scalar}, [](Builder& inside, const Ops& y) {
                    return Lt(y[0], builder::ConstantR0<std::int32_t>(inside, 5));
                });
                const ComputationId next = function(b, {scalar}, [](Builder& inside, const Ops& y) {
                    return Add(y[0], builder::ConstantR0<std::int32_t>(inside, 2));
                });
                return While(below, next, x[0]);
            },
            {s32({}, {result})}};
}

} // namespace

Examples corners_of_structure() {
    const Literal numbers = f32({3}, {1, -2, 3});
    return {
        factored("cholesky reads the lower triangle and gives zeros above it", true, {4, 99, 2, 5}, {2, 0, 1, 2}),
        factored("cholesky reads the upper triangle and gives zeros below it", false, {4, 2, 99, 5}, {2, 1, 0, 2}),
        factored("cholesky of a matrix that is not positive definite is NaN", true, {1, 0, 2, 1},
                 {kNan, kNan, kNan, kNan}),
        loop("a while whose condition is false at first runs no round", 7, 7),
        loop("a while runs until its condition is false", 0, 6),
        {"an optimization barrier passes values on",
         {numbers},
         [](Builder& b, const Ops& x) {
             const Op both = OptimizationBarrier(Tuple(b, {x[0], Neg(x[0])}));
             return Add(GetTupleElement(both, 0), GetTupleElement(both, 1));
         },
         {f32({3}, {0, 0, 0})}},
        {"domain, copy and add-dependency pass values on",
         {numbers},
         [](Builder& b, const Ops& x) {
             return through(Opcode::AddDependency, {through(Opcode::Domain, {Copy(x[0])}), CreateToken(b)});
         },
         {numbers}},
        {"a call of Sharding passes values on",
         {numbers},
         [](Builder& b, const Ops& x) { return CustomCall(b, "Sharding", x, x[0].shape()); },
         {numbers}},
        {"an allocation that is written",
         {numbers},
         [](Builder& b, const Ops& x) {
             const Op buffer = CustomCall(b, "AllocateBuffer", {}, Shape::array(ElementType::F32, {4}));
             return DynamicUpdateSlice(buffer, x[0], {builder::ConstantR0<std::int32_t>(b, 0)});
         },
         {f32({4}, {1, -2, 3, 0})}},
        {"a scan of one output that is declared as an array",
         {f32({2, 2}, {1, 2, 3, 4})},
         [](Builder& b, const Ops& x) {
             const ComputationId negated =
                 function(b, {Shape::array(ElementType::F32, {2})},
                          [](Builder& inside, const Ops& y) { return Tuple(inside, {Neg(y[0])}); });
             return b.AddInstruction({.opcode = Opcode::Scan,
                                      .shape = Shape::array(ElementType::F32, {2, 2}),
                                      .called = {negated},
                                      .attributes = {.dimensions = {0}}},
                                     {x[0]});
         },
         {f32({2, 2}, {-1, -2, -3, -4})}},
        {"an all-reduce-start that gives its operand, too",
         {numbers},
         [](Builder& b, const Ops& x) {
             const Shape array = x[0].shape();
             const Op start = b.AddInstruction({.opcode = Opcode::AllReduceStart,
                                                .shape = Shape::tuple_of({array, array}),
                                                .called = {of_two(b, ElementType::F32, builder::Add)},
                                                .attributes = {.replica_groups = {{0}}}},
                                               {x[0]});
             return b.AddInstruction({.opcode = Opcode::AllReduceDone, .shape = array}, {start});
         },
         {numbers}},
        {"a permutation without a pair for replica 0 gives zeros",
         {numbers},
         [](Builder&, const Ops& x) { return CollectivePermute(x[0], {}); },
         {f32({3}, {0, 0, 0})}},
        {"a permutation of replica 0 to itself passes values on",
         {numbers},
         [](Builder&, const Ops& x) { return CollectivePermute(x[0], {{.source = 0, .target = 0}}); },
         {numbers}},
    };
}

} // namespace hlo2cpp::testing
