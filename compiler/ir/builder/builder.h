// Builds modules op by op, for whoever has no HLO yet: readers of other formats, tests.
//
//     Builder builder("saxpy");
//     const Op x = Parameter(builder, 0, Shape::array(ElementType::F32, {8}), "x");
//     const Op y = Parameter(builder, 1, Shape::array(ElementType::F32, {8}), "y");
//     const Module module = builder.Build(Add(Mul(ConstantR0<float>(builder, 2), x), y));
//
// Names and arguments follow XLA's published builder interface, and so do the instructions that are built, down to the
// broadcasts of operands that do not fit. Arguments without effect on a result are left out: result_accuracy, channels
// and layouts of collectives, and what is in Notes. An operation that does not fit its operands throws InputError when
// it is built.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/computation_builder.h"

namespace hlo2cpp::builder {

class Builder;

// A value of the computation that a builder builds.
class Op {
public:
    Op() = default; // none, which no operation takes
    Op(Builder& builder, InstructionId id) : builder_(&builder), id_(id) {}

    bool valid() const { return builder_ != nullptr; }
    Builder& builder() const; // complains where there is none
    InstructionId id() const { return id_; }
    const Shape& shape() const;

private:
    Builder* builder_ = nullptr;
    InstructionId id_;
};

using Ops = std::vector<Op>;
using Sizes = std::vector<std::int64_t>; // also dimensions, indices, strides

class Builder {
public:
    explicit Builder(std::string computation_name, std::size_t expected_instructions = 0);
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;

    // Builder of a computation that operations of this one call; it must be built before these operations.
    std::unique_ptr<Builder> CreateSubBuilder(std::string computation_name, std::size_t expected_instructions = 0);
    ComputationId BuildSubComputation(Op root);
    // The module: this computation, and all that its sub-builders built.
    Module Build(Op root);

    const Shape& GetShape(Op op) const;
    // Metadata of the instructions that are built from now on.
    void SetOpMetadata(Metadata metadata) { metadata_ = std::move(metadata); }
    void ClearOpMetadata() { metadata_ = {}; }
    // Notes of the instructions that are built from now on.
    void SetOpNotes(NotesPtr notes) { notes_ = std::move(notes); }
    // The same of their place in a text.
    void SetOpPlace(TextPlace place) { place_ = place; }
    const Computation& computation() const { return computation_.computation(); } // as far as it is built
    // The result at this index of a tuple (empty: the result itself) is written into the parameter.
    void SetUpAlias(const Sizes& output_index, std::int64_t param_number, const Sizes& param_index);

    // Adds an instruction. `instruction` lacks operands, and the shape as far as its op infers it. An instruction
    // without a name is called after its opcode.
    Op AddInstruction(Instruction instruction, const Ops& operands);
    // The same with the instruction's own shape, of which nothing is checked: that of a collective depends on the
    // number of devices, which only the verifier knows.
    Op AddDeclared(Instruction instruction, const Ops& operands);
    // Token of the last infeed, outfeed, send or recv; the next one of its kind without a token follows it.
    Op& last_token(Opcode opcode) { return last_tokens_[opcode]; }

private:
    struct AliasPlace {
        Sizes output_index;
        std::int64_t param_number = 0;
        Sizes param_index;
    };

    Builder(std::string computation_name, std::size_t expected_instructions, std::shared_ptr<Module> module);
    void set_operands(Instruction& instruction, const Ops& operands) const;
    Computation finish(Op root);

    std::shared_ptr<Module> module_; // of this builder and its sub-builders; the entry comes last
    ComputationBuilder computation_;
    std::deque<Shape> shapes_; // of its instructions, where references stay good
    Metadata metadata_;
    NotesPtr notes_;
    TextPlace place_;
    std::vector<AliasPlace> aliases_;
    std::map<Opcode, Op> last_tokens_;
};

} // namespace hlo2cpp::builder
