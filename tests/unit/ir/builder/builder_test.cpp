// The builder makes what XLA's makes: expected.hlo has that, in the order of the calls here.
#include <catch2/catch.hpp>

#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "examples/examples.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "unit/ir/builder/same_module.h"

namespace hlo2cpp::testing {
namespace {

using builder::ConstantR0;
using Calls = std::function<Op(Builder&, const Ops& x)>;

const Shape kScalar = Shape::scalar(ElementType::F32);

std::map<std::string, Module> expected_modules() {
    std::ifstream file(HLO2CPP_SOURCE_DIR "/tests/unit/ir/builder/expected.hlo");
    std::map<std::string, std::string> texts;
    std::string name;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("HloModule ")) {
            const std::string rest = line.substr(std::string("HloModule ").size());
            name = rest.substr(0, rest.find('.'));
        }
        texts[name] += line + "\n";
    }
    std::map<std::string, Module> modules;
    for (const auto& [key, text] : texts) modules.emplace(key, read_module_bytes(text));
    return modules;
}

ComputationId step(Builder& b) {
    return function(b, {Shape::array(ElementType::F32, {3})},
                    [](Builder& inside, const Ops& x) { return Add(x[0], ConstantR0<float>(inside, 1)); });
}

ComputationId below(Builder& b) {
    return function(b, {Shape::array(ElementType::F32, {3})}, [](Builder& inside, const Ops& x) {
        return Lt(Reshape(Slice(x[0], {0}, {1}, {1}), {}), ConstantR0<float>(inside, 5));
    });
}

ComputationId of_floats(Builder& b, Op (*op)(Op, Op, const Sizes&)) {
    return of_two(b, ElementType::F32, op);
}

const std::map<std::string, Calls> kElementwise = {
    {"add_of_a_scalar", [](Builder&, const Ops& x) { return Add(x[0], x[1]); }},
    {"add_of_rows", [](Builder&, const Ops& x) { return Add(x[0], x[1], {1}); }},
    {"add_of_columns_first", [](Builder&, const Ops& x) { return Add(x[0], x[1], {0}); }},
    {"add_of_extents_of_1", [](Builder&, const Ops& x) { return Add(x[0], x[1]); }},
    {"add_of_lower_rank_and_extent_1", [](Builder&, const Ops& x) { return Add(x[0], x[1], {0}); }},
    {"and", [](Builder&, const Ops& x) { return And(x[0], x[1]); }},
    {"atan2", [](Builder&, const Ops& x) { return Atan2(x[0], x[1]); }},
    {"bitcast_convert", [](Builder&, const Ops& x) { return BitcastConvertType(x[0], ElementType::S32); }},
    {"clamp", [](Builder&, const Ops& x) { return Clamp(x[0], x[1], x[2]); }},
    {"compare", [](Builder&, const Ops& x) { return Le(x[0], x[1]); }},
    {"complex", [](Builder&, const Ops& x) { return Complex(x[0], x[1]); }},
    {"conj", [](Builder&, const Ops& x) { return Conj(x[0]); }},
    {"convert_complex_to_real", [](Builder&, const Ops& x) { return ConvertElementType(x[0], ElementType::F32); }},
    {"convert_real_to_complex", [](Builder&, const Ops& x) { return ConvertElementType(x[0], ElementType::C64); }},
    {"is_finite", [](Builder&, const Ops& x) { return IsFinite(x[0]); }},
    {"population_count", [](Builder&, const Ops& x) { return PopulationCount(x[0]); }},
    {"real_of_imag", [](Builder&, const Ops& x) { return Add(Real(x[0]), Imag(x[0])); }},
    {"reciprocal", [](Builder&, const Ops& x) { return Reciprocal(x[0]); }},
    {"reduce_precision", [](Builder&, const Ops& x) { return ReducePrecision(x[0], 5, 10); }},
    {"round", [](Builder&, const Ops& x) { return Round(x[0]); }},
    {"select_by_a_scalar", [](Builder&, const Ops& x) { return Select(x[0], x[1], x[2]); }},
    {"select_of_a_scalar", [](Builder&, const Ops& x) { return Select(x[0], x[1], x[2]); }},
    {"select_of_tuples", [](Builder& b, const Ops& x) { return Select(x[0], Tuple(b, {x[1]}), Tuple(b, {x[2]})); }},
    {"shift_left", [](Builder&, const Ops& x) { return ShiftLeft(x[0], x[1]); }},
    {"square", [](Builder&, const Ops& x) { return Square(x[0]); }},
};

const std::map<std::string, Calls> kArrays = {
    {"broadcast", [](Builder&, const Ops& x) { return Broadcast(x[0], {3}); }},
    {"broadcast_in_dim",
     [](Builder&, const Ops& x) {
         return BroadcastInDim(x[0], {3, 2, 4}, {0, 1});
     }},
    {"broadcast_in_dim_of_extent_1",
     [](Builder&, const Ops& x) {
         return BroadcastInDim(x[0], {3, 2, 4}, {0, 1});
     }},
    {"broadcast_in_dim_of_the_same",
     [](Builder&, const Ops& x) {
         return BroadcastInDim(x[0], {3, 2}, {0, 1});
     }},
    {"collapse",
     [](Builder&, const Ops& x) {
         return Collapse(x[0], {1, 2});
     }},
    {"collapse_of_one", [](Builder&, const Ops& x) { return Neg(Collapse(x[0], {1})); }},
    {"concat_in_dim", [](Builder& b, const Ops& x) { return ConcatInDim(b, x, 1); }},
    {"constant",
     [](Builder& b, const Ops&) {
         return builder::ConstantR1<float>(b, {0, 1, 2});
     }},
    {"constant_of_equal_elements",
     [](Builder& b, const Ops&) {
         return builder::ConstantR1<float>(b, {0, 0, 0});
     }},
    {"dynamic_slice",
     [](Builder&, const Ops& x) {
         return DynamicSlice(x[0], {x[1], x[2]}, {2, 2});
     }},
    {"dynamic_update_slice",
     [](Builder&, const Ops& x) {
         return DynamicUpdateSlice(x[0], x[1], {x[2], x[3]});
     }},
    {"gather",
     [](Builder&, const Ops& x) {
         return Gather(x[0], x[1],
                       {.offset_dims = {1}, .collapsed_slice_dims = {0}, .start_index_map = {0}, .index_vector_dim = 1},
                       {1, 3});
     }},
    {"get_dimension_size", [](Builder&, const Ops& x) { return GetDimensionSize(x[0], 1); }},
    {"iota", [](Builder& b, const Ops&) { return Iota(b, ElementType::F32, 4); }},
    {"iota_of_a_shape",
     [](Builder& b, const Ops&) {
         return Iota(b, Shape::array(ElementType::S32, {4, 3}), 1);
     }},
    {"pad",
     [](Builder&, const Ops& x) {
         return Pad(x[0], x[1], {{.low = 1, .high = 2, .interior = 1}, {.low = -1, .high = 0, .interior = 2}});
     }},
    {"remove_dynamic_dimension", [](Builder&, const Ops& x) { return RemoveDynamicDimension(x[0], 0); }},
    {"reshape",
     [](Builder&, const Ops& x) {
         return Reshape(x[0], {8, 3});
     }},
    {"reshape_in_another_order",
     [](Builder&, const Ops& x) {
         return Reshape(x[0], {1, 2, 0}, {24});
     }},
    {"reshape_in_order",
     [](Builder&, const Ops& x) {
         return Reshape(x[0], {0, 1, 2}, {24});
     }},
    {"rev",
     [](Builder&, const Ops& x) {
         return Rev(x[0], {0, 1});
     }},
    {"set_dimension_size", [](Builder&, const Ops& x) { return SetDimensionSize(x[0], x[1], 0); }},
    {"slice",
     [](Builder&, const Ops& x) {
         return Slice(x[0], {1, 0}, {4, 3}, {2, 1});
     }},
    {"slice_in_dim", [](Builder&, const Ops& x) { return SliceInDim(x[0], 1, 3, 1, 0); }},
    {"transpose",
     [](Builder&, const Ops& x) {
         return Transpose(x[0], {1, 0});
     }},
    {"tuple", [](Builder& b, const Ops& x) { return GetTupleElement(Tuple(b, x), 1); }},
};

const std::map<std::string, Calls> kContractionsAndFolds = {
    {"batch_dot",
     [](Builder&, const Ops& x) {
         return DotGeneral(x[0], x[1],
                           {.lhs_contracting = {2}, .rhs_contracting = {1}, .lhs_batch = {0}, .rhs_batch = {0}});
     }},
    {"cholesky", [](Builder&, const Ops& x) { return Cholesky(x[0], true); }},
    {"conv_general_dilated",
     [](Builder&, const Ops& x) {
         const ConvolutionDimensions nhwc = {.input_batch = 0,
                                             .input_feature = 3,
                                             .input_spatial = {1, 2},
                                             .kernel_input_feature = 2,
                                             .kernel_output_feature = 3,
                                             .kernel_spatial = {0, 1},
                                             .output_batch = 0,
                                             .output_feature = 3,
                                             .output_spatial = {1, 2}};
         return ConvGeneralDilated(x[0], x[1], {1, 2}, {{1, 1}, {0, 2}}, {2, 1}, {1, 2}, nhwc);
     }},
    {"dot_by_rank", [](Builder&, const Ops& x) { return Dot(x[0], x[1]); }},
    {"dot_of_vectors", [](Builder&, const Ops& x) { return Dot(x[0], x[1]); }},
    {"fft", [](Builder&, const Ops& x) { return Fft(x[0], FftType::Inverse, {8}); }},
    {"map", [](Builder& b, const Ops& x) { return Map(b, x, of_floats(b, builder::Mul), {0}); }},
    {"reduce",
     [](Builder& b, const Ops& x) { return Reduce(b, x, {ConstantR0<float>(b, 0)}, of_floats(b, builder::Add), {0}); }},
    {"reduce_window",
     [](Builder& b, const Ops& x) {
         return ReduceWindowWithGeneralPadding(x[0], ConstantR0<float>(b, 0), of_floats(b, builder::Max), {2, 3},
                                               {2, 1}, {1, 2}, {2, 1}, {{0, 1}, {1, 0}});
     }},
    {"scatter",
     [](Builder& b, const Ops& x) {
         return Scatter(x[0], x[1], x[2], of_floats(b, builder::Add),
                        {.update_window_dims = {1},
                         .inserted_window_dims = {0},
                         .scatter_dims_to_operand_dims = {0},
                         .index_vector_dim = 1});
     }},
    {"select_and_scatter",
     [](Builder& b, const Ops& x) {
         return SelectAndScatter(x[0], of_floats(b, builder::Ge), {2, 3}, {2, 3}, builder::Padding::Valid, x[1],
                                 ConstantR0<float>(b, 0), of_floats(b, builder::Add));
     }},
    {"sort_without_a_comparator", [](Builder&, const Ops& x) { return builder::Sort(x); }},
    {"sort_of_integers", [](Builder&, const Ops& x) { return builder::Sort(x, {}, 0); }},
    {"triangular_solve",
     [](Builder&, const Ops& x) {
         return TriangularSolve(x[0], x[1], true, true, false, builder::TransposeOption::Adjoint);
     }},
};

const std::map<std::string, Calls> kControl = {
    {"call", [](Builder& b, const Ops& x) { return builder::Call(b, of_floats(b, builder::Sub), x); }},
    {"collective_permute",
     [](Builder&, const Ops& x) { return CollectivePermute(x[0], {{.source = 0, .target = 0}}); }},
    {"conditional", [](Builder& b, const Ops& x) { return builder::Conditional(x[0], x[1], step(b), x[2], step(b)); }},
    {"conditional_by_index",
     [](Builder& b, const Ops& x) {
         return builder::Conditional(x[0], {step(b), step(b), step(b)}, {x[1], x[1], x[1]});
     }},
    {"cross_replica_sum", [](Builder&, const Ops& x) { return CrossReplicaSum(x[0]); }},
    {"cross_replica_sum_of_pred", [](Builder&, const Ops& x) { return CrossReplicaSum(x[0]); }},
    {"custom_call",
     [](Builder& b, const Ops& x) { return CustomCall(b, "f", x, Shape::array(ElementType::F32, {2})); }},
    {"infeed",
     [](Builder& b, const Ops&) { return InfeedWithToken(CreateToken(b), Shape::array(ElementType::F32, {4})); }},
    {"optimization_barrier", [](Builder&, const Ops& x) { return OptimizationBarrier(x[0]); }},
    {"outfeed", [](Builder& b, const Ops& x) { return OutfeedWithToken(x[0], CreateToken(b), x[0].shape()); }},
    {"replica_id", [](Builder& b, const Ops&) { return ReplicaId(b); }},
    {"rng_bit_generator",
     [](Builder&, const Ops& x) {
         return RngBitGenerator(RandomAlgorithm::Philox, x[0], Shape::array(ElementType::U32, {4}));
     }},
    {"rng_normal", [](Builder&, const Ops& x) { return RngNormal(x[0], x[1], Shape::array(ElementType::F32, {4})); }},
    {"rng_uniform", [](Builder&, const Ops& x) { return RngUniform(x[0], x[1], Shape::array(ElementType::F32, {4})); }},
    {"while", [](Builder& b, const Ops& x) { return builder::While(below(b), step(b), x[0]); }},
};

Module built(const Calls& calls, const std::vector<Shape>& parameters) {
    Builder builder("built");
    Ops x;
    for (const Shape& shape : parameters)
        x.push_back(Parameter(builder, static_cast<std::int64_t>(x.size()), shape, "p" + std::to_string(x.size())));
    return builder.Build(calls(builder, x));
}

void check_calls(const std::map<std::string, Calls>& all) {
    static const std::map<std::string, Module> expected = expected_modules();
    for (const auto& [name, calls] : all) {
        INFO(name);
        REQUIRE(expected.count(name) == 1);
        const Module& module = expected.at(name);
        CHECK(difference_of_modules(built(calls, module.parameter_shapes), module) == "");
    }
}

std::string complaint(const Calls& calls, const std::vector<Shape>& parameters) {
    try {
        built(calls, parameters);
    } catch (const InputError& error) {
        return error.diagnostic.message;
    }
    return "";
}

} // namespace

TEST_CASE("operations on elements are built as XLA's builder builds them") {
    check_calls(kElementwise);
}

TEST_CASE("operations that make and move arrays are built as XLA's builder builds them") {
    check_calls(kArrays);
}

TEST_CASE("contractions and folds are built as XLA's builder builds them") {
    check_calls(kContractionsAndFolds);
}

TEST_CASE("calls, control flow and collectives are built as XLA's builder builds them") {
    check_calls(kControl);
}

TEST_CASE("every module that XLA's builder made is built here, too") {
    CHECK(expected_modules().size() ==
          kElementwise.size() + kArrays.size() + kContractionsAndFolds.size() + kControl.size());
}

TEST_CASE("a static operand of a map is a scalar that each call gets") {
    const Module module =
        built([](Builder& b, const Ops& x) { return Map(b, {x[0]}, of_floats(b, builder::Add), {0}, {x[1]}); },
              {Shape::array(ElementType::F32, {3}), kScalar});
    const Computation& entry = module.entry_computation();
    const Instruction& map = entry[entry.root];
    CHECK(map.opcode == Opcode::Map);
    CHECK(entry[map.operands[1]].opcode == Opcode::Broadcast);
}

TEST_CASE("RngBernoulli gives u32") {
    const Module module = built(
        [](Builder&, const Ops& x) { return RngBernoulli(x[0], Shape::array(ElementType::F32, {3})); }, {kScalar});
    CHECK(to_string(module.result_shape) == "u32[3]");
}

TEST_CASE("SAME padding keeps the size at a stride of 1, and puts what is odd behind") {
    using builder::MakePadding;
    CHECK(MakePadding({5, 6}, {3, 2}, {1, 1}, builder::Padding::Same) == builder::PaddingPairs{{1, 1}, {0, 1}});
    CHECK(MakePadding({5}, {3}, {2}, builder::Padding::Same) == builder::PaddingPairs{{1, 1}});
    CHECK(MakePadding({6}, {1}, {3}, builder::Padding::Same) == builder::PaddingPairs{{0, 0}});
    CHECK(MakePadding({5}, {3}, {2}, builder::Padding::Valid) == builder::PaddingPairs{{0, 0}});
}

TEST_CASE("infeeds and outfeeds without tokens follow each other") {
    const Shape data = Shape::array(ElementType::F32, {2});
    const Module module = built(
        [&](Builder& b, const Ops&) {
            const Op first = Infeed(b, data), second = Infeed(b, data);
            Outfeed(first, data);
            Outfeed(second, data);
            return Add(first, second);
        },
        {});
    const Computation& entry = module.entry_computation();
    int chained = 0;
    for (const Instruction& instruction : entry.instructions) {
        const bool feed = instruction.opcode == Opcode::Infeed || instruction.opcode == Opcode::Outfeed;
        if (feed && entry[instruction.operands.back()].opcode != Opcode::AfterAll) ++chained;
    }
    CHECK(chained == 2); // the second of each
}

TEST_CASE("an alias of the builder joins a leaf of the results and one of the arguments") {
    Builder b("state");
    const Shape array = Shape::array(ElementType::F32, {2});
    const Op x = Parameter(b, 0, Shape::tuple_of({array, array}), "x"), y = Parameter(b, 1, array, "y");
    b.SetUpAlias({1}, 1, {});
    b.SetUpAlias({0}, 0, {1});
    const Module module = b.Build(Tuple(b, {Neg(GetTupleElement(x, 1)), Neg(y)}));
    REQUIRE(module.aliases.size() == 2);
    CHECK(module.aliases[0].output_leaf == 1);
    CHECK(module.aliases[0].parameter_leaf == 2);
    CHECK(module.aliases[1].output_leaf == 0);
    CHECK(module.aliases[1].parameter_leaf == 1);
}

TEST_CASE("what does not fit is an error where it is built") {
    const Shape row = Shape::array(ElementType::F32, {3}), matrix = Shape::array(ElementType::F32, {2, 3});
    CHECK(complaint([](Builder&, const Ops& x) { return Add(x[0], x[1]); }, {matrix, row}) ==
          "operands of f32[3] and f32[2,3] have different ranks, and broadcast_dimensions must say which dimension of "
          "the larger one each of the smaller one is");
    CHECK(complaint(
              [](Builder&, const Ops& x) {
                  return Collapse(x[0], {0, 2});
              },
              {matrix}) == "f32[2,3] has no dimension 2");
    CHECK(complaint([](Builder&, const Ops& x) { return Add(x[0], Op()); }, {row}) ==
          "an operation is given a value that nothing made");
    Builder other("other");
    const Op stranger = Parameter(other, 0, row, "p");
    CHECK(complaint([&](Builder&, const Ops& x) { return Add(x[0], stranger); }, {row}) ==
          "an operation of computation built is given a value of another one");
    CHECK(complaint([](Builder& b, const Ops&) { return Parameter(b, 1, kScalar, "second"); }, {}) ==
          "computation built has a parameter 1, but not those before it");
    CHECK(complaint(
              [](Builder& b, const Ops&) {
                  return builder::ConstantR2<float>(b, {{1, 2}, {3}});
              },
              {}) == "rows of a constant have 2 and 1 elements");
    CHECK(complaint([](Builder&, const Ops& x) { return AllGather(x[0], 0, 2); }, {row}) ==
          "shard_count must be 1, since there is one replica, found 2");
}

TEST_CASE("metadata of a builder is that of what is built from then on") {
    Builder b("traced");
    const Op x = Parameter(b, 0, kScalar, "x");
    b.SetOpMetadata({.op_name = "model/negate"});
    const Op y = Neg(x);
    b.ClearOpMetadata();
    const Module module = b.Build(Exp(y));
    std::vector<std::string> names;
    for (const Instruction& instruction : module.entry_computation().instructions)
        names.push_back(instruction.metadata.op_name);
    CHECK(names == std::vector<std::string>{"", "model/negate", ""});
}

} // namespace hlo2cpp::testing
