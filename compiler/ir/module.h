// The module: computations of instructions. The readers make it, `lower` makes a simpler one, nobody changes one in
// place.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/attributes.h"
#include "ir/literal.h"
#include "ir/notes.h"
#include "ir/opcode.h"
#include "ir/shape.h"
#include "support/ids.h"
#include "support/text_place.h"

namespace hlo2cpp {

using InstructionId = Id<struct InstructionTag>; // index into the instructions of its computation
using ComputationId = Id<struct ComputationTag>; // index into the computations of the module

// Origin of an instruction in the model's source: any bytes.
struct Metadata {
    std::string op_name;
    std::string source_file;
    int source_line = 0;

    friend bool operator==(const Metadata&, const Metadata&) = default;
};

struct Instruction {
    std::string name; // unique in its computation, any bytes
    Opcode opcode = Opcode::Parameter;
    Shape shape;
    std::vector<InstructionId> operands; // all before the instruction itself
    std::vector<ComputationId> called;   // to_apply; condition, body; branches, in this order
    Attributes attributes;
    LiteralPtr literal; // of a constant
    Metadata metadata;
    NotesPtr notes;
    std::vector<InstructionId> control_predecessors;
    // After `lower`: names of the instructions of the source module that this one stands for.
    std::vector<std::string> origins;
    TextPlace place; // of its name in the HLO text it was read from
};

struct Computation {
    std::string name;
    std::vector<Instruction> instructions; // operands before their users
    std::vector<InstructionId> parameters; // by parameter number
    InstructionId root;

    const Instruction& operator[](InstructionId id) const { return instructions[id.index()]; }
    Instruction& operator[](InstructionId id) { return instructions[id.index()]; }
};

// Result leaf `output` (index into the flattened results) is written into parameter leaf `parameter`.
struct Alias {
    std::int64_t output_leaf = 0;
    std::int64_t parameter_leaf = 0;
    bool must = false; // "must-alias"; else "may-alias", which is treated alike
};

// Size of a dimension that was dynamic: leaf `size` of the arguments (or results), an s32, is the number of used
// elements along this dimension of leaf `array`, whose own size is the bound.
struct SizeLeaf {
    std::int64_t size = 0, array = 0, dimension = 0;
};

// Number of devices that run a module together: device = replica * partitions + partition. 0: not declared.
struct Devices {
    std::int64_t replicas = 0, partitions = 0;
    std::int64_t device = -1; // the only one that code is made for; -1: all of them
    std::int64_t count() const { return replicas * partitions; }
    friend bool operator==(const Devices&, const Devices&) = default;
};

struct Module {
    std::string name;
    std::vector<Computation> computations;
    ComputationId entry;
    std::vector<Shape> parameter_shapes; // with the layouts of entry_computation_layout
    Shape result_shape;
    std::vector<Alias> aliases;
    std::vector<SizeLeaf> parameter_sizes, result_sizes; // see bound/dimensions.h
    Devices devices;
    NotesPtr notes;
    std::vector<std::string> quantised_products; // products of floats that `precompute` made sums of integers
    std::vector<std::string> scaled_weights;     // products with the scales behind them in their weights
    std::string sha256;                          // of the file it was read from, in hexadecimal
    std::string constants_sha256;                // of the values that arguments became constants with; empty: none
    // The HloModuleProto as read, with all that nothing else here holds; null for a module that a pass made.
    std::shared_ptr<const void> source;

    const Computation& operator[](ComputationId id) const { return computations[id.index()]; }
    Computation& operator[](ComputationId id) { return computations[id.index()]; }
    const Computation& entry_computation() const { return computations[entry.index()]; }
};

// "add.3 = f32[2]{0} add(a, b)": for diagnostics and comments; literals and long lists are abridged, bytes escaped.
std::string describe(const Computation& computation, const Instruction& instruction);
// "jit(f)/dense/add, model.py:14", or the known part of it, escaped; empty if nothing is known.
std::string describe_origin(const Metadata& metadata);
// Printable ASCII: other bytes as \xNN, at most `limit` of them and then "...".
std::string printable(std::string_view bytes, std::size_t limit = 200);

} // namespace hlo2cpp
