#include <catch2/catch.hpp>

#include "hlo/write.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "support/sha256.h"
#include "unit/hlo/flat_literal.h"
#include "unit/hlo/proto_bytes.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

const std::string kVector = shape_bytes(kF32, "\x03", std::string("\0", 1));

std::string parameter(const std::string& name, int number, int id) {
    return bytes_field(2, instruction_bytes(name, "parameter", kVector, id) + number_field(9, number));
}

std::string add(const std::string& name, int id, int lhs, int rhs) {
    return bytes_field(2, instruction_bytes(name, "add", kVector, id) + number_field(36, lhs) + number_field(36, rhs));
}

std::string constant(const std::string& shape, const std::string& literal) {
    return module_bytes(bytes_field(2, instruction_bytes("c", "constant", shape, 7) + bytes_field(8, literal)), 7);
}

// What the IR holds.
std::string held_module(Module module) {
    module.source = nullptr;
    return write_text(module);
}

const std::string kSum = module_bytes(parameter("a", 0, 1) + parameter("b", 1, 2) + add("sum", 3, 1, 2), 3);

} // namespace

TEST_CASE("a serialized HloModuleProto is read, with the hash of its bytes") {
    const Module module = read_module_bytes(kSum);
    CHECK(module.name == "m");
    CHECK(module.sha256 == sha256_hex(kSum));
    CHECK(module.source != nullptr);
    REQUIRE(module.entry_computation().instructions.size() == 3);
    const Instruction& sum = module.entry_computation()[module.entry_computation().root];
    CHECK(describe(module.entry_computation(), sum) == "sum = f32[3]{0} add(a, b), in computation main");
    CHECK(module.parameter_shapes.size() == 2);
}

TEST_CASE("an HloProto around the module reads the same") {
    CHECK(held_module(read_module_bytes(bytes_field(1, kSum))) == held_module(read_module_bytes(kSum)));
}

TEST_CASE("how many devices a module is for is read from each form that says it") {
    const auto devices = [](const std::string& bytes) {
        const Devices read = read_module_bytes(bytes).devices;
        return std::pair(read.replicas, read.partitions);
    };
    const auto pair = [](std::int64_t replicas, std::int64_t partitions) { return std::pair(replicas, partitions); };
    const std::string assignment = bytes_field(15, number_field(1, 2) + number_field(2, 4)),
                      config = bytes_field(2, number_field(4, 3) + number_field(5, 5)),
                      note =
                          bytes_field(19, bytes_field(1, bytes_field(1, "mhlo.num_partitions") + bytes_field(2, "4"))),
                      text = "\n\nENTRY e {\n  ROOT a = f32[] parameter(0)\n}\n";
    CHECK(devices(kSum) == pair(0, 0));
    CHECK(devices(kSum + assignment) == pair(2, 4));
    CHECK(devices(kSum + note) == pair(0, 4));
    CHECK(devices(bytes_field(1, kSum + assignment)) == pair(2, 4));
    CHECK(devices(bytes_field(1, kSum) + config) == pair(3, 5));
    CHECK(devices(bytes_field(1, kSum + assignment) + config) == pair(3, 5));
    CHECK(devices("HloModule m" + text) == pair(0, 0));
    CHECK(devices("HloModule m, replica_count=2" + text) == pair(2, 0));
    CHECK(devices("HloModule m, replica_count=2, num_partitions=8" + text) == pair(2, 8));
}

TEST_CASE("operands come before their users, whatever the order in the file") {
    const Module module =
        read_module_bytes(module_bytes(add("sum", 3, 1, 2) + parameter("b", 1, 2) + parameter("a", 0, 1), 3));
    const Computation& entry = module.entry_computation();
    CHECK(entry.root.index() == 2);
    CHECK(entry[entry.parameters[0]].name == "a");
    CHECK(entry[entry.parameters[1]].name == "b");
}

TEST_CASE("names hold any bytes, and equal ones are told apart") {
    const Module module = read_module_bytes(module_bytes(parameter("\xff\x01", 0, 1) + parameter("\xff\x01", 1, 2), 1));
    CHECK(module.entry_computation().instructions[0].name == "\xff\x01");
    CHECK(module.entry_computation().instructions[1].name == "\xff\x01.2");
}

TEST_CASE("a cycle of operands is an error that names it") {
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(add("a", 1, 2, 2) + add("b", 2, 1, 1), 2)),
                      Contains("a needs b needs a"));
}

TEST_CASE("ids that do not exist are errors") {
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(parameter("a", 0, 1) + add("sum", 3, 1, 9), 3)),
                      Contains("operand with id 9"));
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(parameter("a", 0, 1), 9)), Contains("root id 9"));
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(parameter("a", 0, 1) + parameter("b", 1, 1), 1)),
                      Contains("the id 1"));
}

TEST_CASE("parameters are numbered from 0, each once") {
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(parameter("a", 1, 1), 1)), Contains("missing"));
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(parameter("a", 0, 1) + parameter("b", 0, 2), 1)),
                      Contains("two parameters number 0"));
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(parameter("a", -1, 1), 1)), Contains("negative"));
}

TEST_CASE("all unknown opcodes are named at once, with an instruction of each") {
    const std::string two = bytes_field(2, instruction_bytes("p", "levitate", kVector, 1)) +
                            bytes_field(2, instruction_bytes("q", "hover", kVector, 2));
    CHECK_THROWS_WITH(read_module_bytes(module_bytes(two, 1)), Contains("\"levitate\" (of p), \"hover\" (of q)"));
}

TEST_CASE("the elements of a literal are brought from their layout to row-major order") {
    std::string floats;
    for (const float value : {1.F, 2.F, 3.F, 4.F, 5.F, 6.F})
        floats.append(static_cast<const char*>(static_cast<const void*>(&value)), sizeof value);
    const std::string shape = shape_bytes(kF32, "\x02\x03", std::string("\0\x01", 2)); // column-major 2x3
    const Module module = read_module_bytes(constant(shape, bytes_field(1, shape) + bytes_field(8, floats)));
    CHECK(flat(*module.entry_computation().instructions[0].literal) == "{1, 3, 5, 2, 4, 6}");
}

TEST_CASE("4-bit integers are sign-extended from the low bits of their bytes") {
    const std::string shape = shape_bytes(kS4, "\x03");
    const Module module = read_module_bytes(constant(shape, bytes_field(1, shape) + bytes_field(21, "\x07\x08\x1f")));
    CHECK(flat(*module.entry_computation().instructions[0].literal) == "{7, -8, -1}");
}

TEST_CASE("a literal with too few bytes is refused before its gigabytes are allocated") {
    const std::string huge = shape_bytes(kF32, varint(std::uint64_t{1} << 40));
    CHECK_THROWS_WITH(read_module_bytes(constant(huge, bytes_field(1, huge) + bytes_field(8, "1234"))),
                      Contains("but has 4"));
}

TEST_CASE("shapes of 2^61 bytes and more, negative sizes and layouts that are no permutation are refused") {
    const std::string big = varint(std::uint64_t{1} << 40);
    const auto read = [](const std::string& shape) {
        read_module_bytes(module_bytes(bytes_field(2, instruction_bytes("p", "parameter", shape, 1)), 1));
    };
    CHECK_THROWS_WITH(read(shape_bytes(kF32, big + big)), Contains("is too large: it has 2^61 bytes or more"));
    CHECK_THROWS_WITH(read(shape_bytes(kF32, varint(std::uint64_t{1} << 59))), Contains("2^61 bytes or more"));
    CHECK_NOTHROW(read(shape_bytes(kF32, varint((std::uint64_t{1} << 59) - 1))));
    CHECK_THROWS_WITH(read(shape_bytes(kF32, varint(static_cast<std::uint64_t>(-5)))), Contains("negative size -5"));
    CHECK_THROWS_WITH(read(shape_bytes(kF32, "\x02\x03", "\x01\x01")), Contains("no permutation"));
    CHECK_THROWS_WITH(read(shape_bytes(kF32, "\x02\x03", "\x01")), Contains("rank 1"));
    CHECK_THROWS_WITH(read(shape_bytes(99)), Contains("unknown element type 99"));
}

TEST_CASE("tuples nested up to the limit are read, deeper ones refused") {
    const auto nested = [](int depth) {
        std::string shape = shape_bytes(kTuple);
        for (int i = 0; i < depth; ++i) shape = number_field(2, kTuple) + bytes_field(4, shape);
        return module_bytes(bytes_field(2, instruction_bytes("p", "parameter", shape, 1)), 1);
    };
    CHECK_NOTHROW(read_module_bytes(nested(kMaxTupleDepth)));
    CHECK_THROWS_AS(read_module_bytes(nested(kMaxTupleDepth + 1)), InputError);
    CHECK_THROWS_AS(read_module_bytes(nested(20000)), InputError);
}

TEST_CASE("a module cut off anywhere, or with a bit flipped, is read or refused, never worse") {
    for (std::size_t i = 0; i < kSum.size(); ++i) {
        CHECK_THROWS_AS(read_module_bytes(kSum.substr(0, i)), InputError);
        for (int bit = 0; bit < 8; ++bit) {
            std::string flipped = kSum;
            flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
            try {
                read_module_bytes(flipped);
            } catch (const InputError& error) {
                CHECK(!error.diagnostic.message.empty());
            }
        }
    }
}

TEST_CASE("metadata finds its source line in the stack frames") {
    const std::string metadata = bytes_field(2, "jit(f)/p") + number_field(15, 1);
    const std::string frames = bytes_field(1, "model.py") + bytes_field(3, number_field(1, 1) + number_field(3, 14)) +
                               bytes_field(4, number_field(1, 1));
    const std::string instruction = instruction_bytes("p", "parameter", kVector, 1) + bytes_field(7, metadata);
    const Module module = read_module_bytes(module_bytes(bytes_field(2, instruction), 1) + bytes_field(17, frames));
    CHECK(describe_origin(module.entry_computation().instructions[0].metadata) == "jit(f)/p, model.py:14");
}

TEST_CASE("an empty file, a folder and a missing file are errors") {
    CHECK_THROWS_WITH(read_module_bytes(""), Contains("empty"));
    CHECK_THROWS_WITH(read_module_bytes(" \n\t"), Contains("empty"));
    CHECK_THROWS_AS(read_module("/"), InputError);
    CHECK_THROWS_AS(read_module("/no/such/file.pb"), InputError);
}
