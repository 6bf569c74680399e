#include <catch2/catch.hpp>

#include "evaluate/evaluator.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "unit/hlo/proto_bytes.h"
#include "verify/devices.h"
#include "verify/verify.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

constexpr int kPred = 1, kS32 = 4;

std::string number_fields(unsigned field, const std::vector<int>& values) {
    std::string bytes;
    for (const int value : values) bytes += number_field(field, value);
    return bytes;
}

// One instruction of a computation: its operands by id, and further fields.
std::string instruction(const std::string& opcode, const std::string& shape, int id, const std::vector<int>& operands,
                        const std::string& more = "") {
    return bytes_field(2, instruction_bytes(opcode + std::to_string(id), opcode, shape, id) +
                              number_fields(36, operands) + more);
}

std::string parameter(const std::string& shape, int number) {
    return instruction("parameter", shape, number + 1, {}, number_field(9, number));
}

Module read_verified(const std::string& instructions, int root) {
    Module module = read_module_bytes(module_bytes(instructions, root));
    Diagnostics diagnostics;
    verify(module, diagnostics);
    INFO(diagnostics.render("module"));
    REQUIRE_FALSE(diagnostics.has_errors());
    return module;
}

Tensor reals(std::vector<std::int64_t> dims, const std::vector<double>& values) {
    Tensor tensor(Shape::array(ElementType::F32, std::move(dims)));
    for (std::size_t i = 0; i < values.size(); ++i) tensor.reals()(static_cast<std::int64_t>(i)) = values[i];
    return tensor;
}

Tensor integers(ElementType type, std::vector<std::int64_t> dims, const std::vector<std::int64_t>& values) {
    Tensor tensor(Shape::array(type, std::move(dims)));
    for (std::size_t i = 0; i < values.size(); ++i) tensor.integers()(static_cast<std::int64_t>(i)) = values[i];
    return tensor;
}

std::vector<double> values_of(const Tensor& tensor) {
    return {tensor.reals().begin(), tensor.reals().end()};
}

const std::string k2x3 = shape_bytes(kF32, "\x02\x03"), k2 = shape_bytes(kF32, "\x02"), k3 = shape_bytes(kF32, "\x03");
const std::string kScalar = shape_bytes(kF32), kIndices = shape_bytes(kS32, "\x02");

std::vector<double> counted(int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(i);
    return values;
}

} // namespace

TEST_CASE("a dynamic-slice with all its start indices in one array takes them apart") {
    const std::string sizes = number_fields(20, {1, 2});
    const Module module =
        read_verified(parameter(k2x3, 0) + parameter(kIndices, 1) +
                          instruction("dynamic-slice", shape_bytes(kF32, "\x01\x02"), 3, {1, 2}, sizes),
                      3);
    const std::vector<Tensor> arguments = {reals({2, 3}, counted(6)), integers(ElementType::S32, {2}, {1, 9})};
    CHECK(values_of(evaluate(module, arguments)[0]) == std::vector<double>{4, 5}); // 9 is clamped to 1
}

TEST_CASE("a dynamic-update-slice with all its start indices in one array takes them apart") {
    const Module module =
        read_verified(parameter(k2x3, 0) + parameter(shape_bytes(kF32, "\x01\x02"), 1) + parameter(kIndices, 2) +
                          instruction("dynamic-update-slice", k2x3, 4, {1, 2, 3}),
                      4);
    const std::vector<Tensor> arguments = {reals({2, 3}, counted(6)), reals({1, 2}, {7, 8}),
                                           integers(ElementType::S32, {2}, {1, 0})};
    CHECK(values_of(evaluate(module, arguments)[0]) == std::vector<double>{0, 1, 2, 7, 8, 5});
}

TEST_CASE("start indices of another number than the dimensions are refused") {
    const std::string slice = instruction("dynamic-slice", k2, 3, {1, 2}, number_field(20, 2));
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(parameter(k3, 0) + parameter(kIndices, 1) + slice, 3)),
                      Contains("start indices s32[2] are not one a dimension of f32[3]"));
}

TEST_CASE("a custom call of TopK is the op") {
    const Module module = read_module_bytes(R"(HloModule m
greater { a = f32[] parameter(0)  b = f32[] parameter(1)  c = s32[] parameter(2)  d = s32[] parameter(3)
  ROOT g = pred[] compare(a, b), direction=GT }
ENTRY e {
  x = f32[2,5] parameter(0)
  large = (f32[2,3], s32[2,3]) custom-call(x), custom_call_target="TopK", called_computations={greater}
  ROOT small = (f32[2,2], s32[2,2]) custom-call(x), custom_call_target="TopK", backend_config="{largest = false}"
})");
    const Computation& entry = module.entry_computation();
    for (const Instruction& instruction : entry.instructions) {
        if (instruction.opcode == Opcode::Parameter) continue;
        CHECK(instruction.opcode == Opcode::Topk);
        CHECK(instruction.attributes.k == (instruction.name == "large" ? 3 : 2));
        CHECK(instruction.attributes.largest == (instruction.name == "large"));
        CHECK(instruction.called.empty());
    }
}

TEST_CASE("a dot without dimension numbers contracts the inner dimensions") {
    SECTION("vector and vector") {
        const Module module =
            read_verified(parameter(k3, 0) + parameter(k3, 1) + instruction("dot", kScalar, 3, {1, 2}), 3);
        CHECK(values_of(evaluate(module, std::vector{reals({3}, {1, 2, 3}), reals({3}, {4, 5, 6})})[0]) ==
              std::vector<double>{32});
    }
    SECTION("matrix and vector") {
        const Module module =
            read_verified(parameter(k2x3, 0) + parameter(k3, 1) + instruction("dot", k2, 3, {1, 2}), 3);
        CHECK(values_of(evaluate(module, std::vector{reals({2, 3}, counted(6)), reals({3}, {1, 2, 3})})[0]) ==
              std::vector<double>{8, 26});
    }
    SECTION("the last dimension with the last but one, in higher ranks too") {
        const std::string rhs = shape_bytes(kF32, "\x02\x03\x01"), result = shape_bytes(kF32, "\x02\x02\x01");
        const Module module =
            read_verified(parameter(k2x3, 0) + parameter(rhs, 1) + instruction("dot", result, 3, {1, 2}), 3);
        CHECK(values_of(
                  evaluate(module, std::vector{reals({2, 3}, counted(6)), reals({2, 3, 1}, {1, 2, 3, 4, 5, 6})})[0]) ==
              std::vector<double>{8, 17, 26, 62});
    }
}

TEST_CASE("a sort without comparator gets one: ascending by the keys, floats in total order") {
    const std::string tuple = number_field(2, kTuple) + bytes_field(4, k3) + bytes_field(4, shape_bytes(kS32, "\x03"));
    const Module module = read_module_bytes(module_bytes(
        parameter(k3, 0) + parameter(shape_bytes(kS32, "\x03"), 1) + instruction("sort", tuple, 3, {1, 2}), 3));
    const Computation& entry = module.entry_computation();
    const Instruction& sort = entry[entry.root];
    REQUIRE(sort.called.size() == 1);
    CHECK(sort.attributes.dimensions == std::vector<std::int64_t>{0});
    const Computation& comparator = module[sort.called[0]];
    CHECK(comparator.parameters.size() == 4);
    const Instruction& less = comparator[comparator.root];
    CHECK(less.opcode == Opcode::Compare);
    CHECK(less.attributes.direction == ComparisonDirection::Lt);
    CHECK(less.attributes.total_order);
    CHECK(less.operands == std::vector<InstructionId>{comparator.parameters[0], comparator.parameters[1]});
}

TEST_CASE("a select of tuples becomes selects of their leaves") {
    const std::string tuple = number_field(2, kTuple) + bytes_field(4, k2) + bytes_field(4, kScalar);
    for (const char* opcode : {"select", "tuple-select"}) {
        const Module module = read_verified(parameter(shape_bytes(kPred), 0) + parameter(tuple, 1) +
                                                parameter(tuple, 2) + instruction(opcode, tuple, 4, {1, 2, 3}),
                                            4);
        for (const std::int64_t which : {0, 1}) {
            const std::vector<Tensor> arguments = {integers(ElementType::Pred, {}, {which}), reals({2}, {1, 2}),
                                                   reals({}, {3}), reals({2}, {4, 5}), reals({}, {6})};
            const std::vector<Tensor> results = evaluate(module, arguments);
            CHECK(values_of(results[0]) == (which != 0 ? std::vector<double>{1, 2} : std::vector<double>{4, 5}));
            CHECK(values_of(results[1]) == std::vector<double>{which != 0 ? 3.0 : 6.0});
        }
    }
}

TEST_CASE("cross-replica-sum is an all-reduce by a sum") {
    const std::string one = bytes_field(49, number_field(1, 0)),
                      two = bytes_field(49, number_field(1, 0) + number_field(1, 1));
    const Module module = read_verified(parameter(k2, 0) + instruction("cross-replica-sum", k2, 2, {1}, one), 2);
    CHECK(values_of(evaluate(module, std::vector{reals({2}, {1, 2})})[0]) == std::vector<double>{1, 2});
    const std::string tuple = number_field(2, kTuple) + bytes_field(4, k2) + bytes_field(4, k3);
    const Module several =
        read_verified(parameter(k2, 0) + parameter(k3, 1) + instruction("cross-replica-sum", tuple, 3, {1, 2}), 3);
    CHECK(evaluate(several, std::vector{reals({2}, {1, 2}), reals({3}, {3, 4, 5})}).size() == 2);
    const std::string bytes = module_bytes(parameter(k2, 0) + instruction("cross-replica-sum", k2, 2, {1}, two), 2);
    Module unknown = read_module_bytes(bytes), of_two = read_module_bytes(bytes);
    Diagnostics unsaid, said;
    resolve_devices(unknown, {}, unsaid);
    CHECK_THAT(unsaid.render("module"), Contains("depends on how many devices run the module"));
    resolve_devices(of_two, {.replicas = 2, .partitions = 1}, said);
    verify(of_two, said);
    CHECK(said.render("module") == "");
    const Instruction& sum = of_two.entry_computation().instructions[1];
    CHECK(sum.attributes.replica_groups == std::vector<std::vector<std::int64_t>>{{0, 1}});
    const Computation& computation = of_two[sum.called.at(0)];
    CHECK(computation[computation.root].opcode == Opcode::Add);
}

TEST_CASE("comparisons that were opcodes of their own are read") {
    const Module module = read_verified(
        parameter(k2, 0) + parameter(k2, 1) + instruction("greater-than", shape_bytes(kPred, "\x02"), 3, {1, 2}), 3);
    const Tensor result = evaluate(module, std::vector{reals({2}, {1, 5}), reals({2}, {2, 2})})[0];
    CHECK(result.integers()(0) == 0);
    CHECK(result.integers()(1) == 1);
}

TEST_CASE("rng_bernoulli is an rng of that distribution") {
    const Module module = read_module_bytes(module_bytes(instruction("rng_bernoulli", k2, 1, {}), 1));
    const Instruction& rng = module.entry_computation().instructions[0];
    CHECK(rng.opcode == Opcode::Rng);
    CHECK(rng.attributes.random_distribution == RandomDistribution::Bernoulli);
}

TEST_CASE("padded dimensions of a layout are read, those that make no sense refused") {
    const auto padded = [](const std::string& dims, int value) {
        const std::string layout =
            bytes_field(1, std::string("\0\x01", 2)) + bytes_field(2, dims) + number_field(3, value);
        return number_field(2, kF32) + bytes_field(3, "\x02\x03") + bytes_field(5, layout);
    };
    const auto read = [&](const std::string& shape) {
        return read_module_bytes(module_bytes(parameter(shape, 0), 1)).result_shape;
    };
    const Shape shape = read(padded("\x03\x05", 3));
    CHECK(padding_text(shape) == "padded to [3,5] with the lowest value");
    CHECK(memory_shape(shape).dims == std::vector<std::int64_t>{5, 3});
    CHECK(layout_strides(shape) == std::vector<std::int64_t>{1, 3});
    CHECK_FALSE(shape.row_major());
    CHECK(padding_text(read(padded("\x03\x05", 5))) == "padded to [3,5] with zeros"); // whatever
    CHECK(padding_text(read(padded("\x02\x03", 1))).empty());
    CHECK_THROWS_WITH(read(padded("\x03", 1)), Contains("for rank 1"));
    CHECK_THROWS_WITH(read(padded("\x01\x05", 1)), Contains("pads dimension 0 to 1"));
    CHECK_THROWS_WITH(read(padded("\x03\x05", 6)), Contains("unknown padding value 6"));
}
