// The contract of an op. Each supported opcode has one file in this folder that fills one OpDefinition.
//
//     infer     the shape of the result; complains about operands and attributes that do not fit
//     evaluate  the result: the published formula over logical multi-indices, for the evaluator
//     form      the computation in generated code, one of
//         ElementwiseForm  a scalar function of the operands' elements at the same index, and its C++
//         ElementForm      one element of the result from elements of the operands
//         UpdateForm       elements of an operand that change in place to become the result
//         ExpandForm       replacement by other ops
//         DrawForm         random numbers from a state, which become other ops
//         HostForm         a function of the host
//         CollectiveForm   exchanges between devices, and ops on their results; StartForm: its first half
//         StructureForm    no function of elements: parameters, tuples, calls, loops, conditionals
//
// `infer` alone knows the rules; the other functions see only valid instructions.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "ir/module.h"
#include "kernel/expression.h"
#include "kernel/kernel.h"
#include "ops/expr_builder.h"
#include "support/range.h"
#include "tree/expression.h"

namespace hlo2cpp {

struct Tensor;
class HostData;

// Sets of kinds of element types.
constexpr unsigned kPred = 1, kSigned = 2, kUnsigned = 4, kFloat = 8, kComplex = 16;
constexpr unsigned kIntegers = kSigned | kUnsigned;
constexpr unsigned kReals = kIntegers | kFloat; // integers too
constexpr unsigned kNumbers = kReals | kComplex;
constexpr unsigned kAnything = kPred | kNumbers;

unsigned kind_of(ElementType type);
std::string list_of_kinds(unsigned kinds); // "integers, floating point"

struct InferContext {
    const Module& module;
    const Computation& computation;
    const Instruction& instruction;

    std::size_t operand_count() const { return instruction.operands.size(); }
    const Shape& operand(std::size_t i) const { return computation[instruction.operands[i]].shape; }
    const Attributes& attributes() const { return instruction.attributes; }
    // Called computation number i; complains if there is none.
    const Computation& called(std::size_t i) const;
    // Stops with a diagnostic about this instruction.
    [[noreturn]] void fail(const std::string& message) const;
    void require(bool condition, const std::string& message) const {
        if (!condition) fail(message);
    }
    void require_operands(std::size_t count) const;  // exactly
    const Shape& array_operand(std::size_t i) const; // complains unless it is an array
};

struct EvaluateContext {
    const Module& module;
    const Computation& computation;
    const Instruction& instruction;
    std::span<const Tensor* const> operands;
    // Runs a computation of the module; `wide` computes narrow floats in f32 and rounds nothing to 16 or 8 bits inside.
    std::function<Tensor(ComputationId, std::span<const Tensor* const>, bool wide)> call;
    bool wide = false; // true inside such a call
    // Runs a computation that may overwrite its arguments.
    std::function<Tensor(ComputationId, std::span<Tensor>, bool wide)> call_with;
    // If set, one per operand: the operand, if this instruction is the last user of its used part, else null.
    std::span<Tensor* const> dying;
    HostData* host = nullptr; // null: there is none

    const Tensor& operand(std::size_t i) const { return *operands[i]; }
    // Operand i to keep or change: moved if it dies, else copied.
    Tensor take(std::size_t i) const;
    const Attributes& attributes() const { return instruction.attributes; }
    const Shape& shape() const { return instruction.shape; }
};

// Builder for `element`. `fuse` implements it and decides whether an operand is loaded from memory or computed on the
// spot.
class ElementBuilder : public ExprBuilder {
public:
    virtual const Module& module() const = 0;
    virtual const Computation& computation() const = 0;
    const Shape& shape() const { return instruction().shape; }
    const Attributes& attributes() const { return instruction().attributes; }
    std::size_t operand_count() const { return instruction().operands.size(); }
    const Shape& operand_shape(std::size_t i) const { return computation()[instruction().operands[i]].shape; }
    // As as_index, and of an element of a constant whose elements grow equally along each dimension.
    virtual std::optional<Index> start_of(ExprId integer) = 0;

    virtual const Computation& called(std::size_t i) const = 0; // computation number i that the instruction calls
    // Operand i at a multi-index, or at a row-major linear index (cheaper if only that is known: reshapes).
    virtual ExprId operand(std::size_t i, const std::vector<Index>& index) = 0;
    virtual ExprId operand_linear(std::size_t i, const Index& linear) = 0;
    // Called computation number i of the instruction, applied to scalars: one result per leaf. With `wide`, narrow
    // floats are f32 throughout (arguments and results too).
    virtual std::vector<ExprId> inline_call(std::size_t i, const std::vector<ExprId>& arguments, bool wide) = 0;
    // Opens the kernel's reduction; only for the instruction to which `fuse` gives the reduction. Returns the indices
    // of its dimensions.
    virtual std::vector<Index> open_reduction(const std::vector<std::int64_t>& dims) = 0;
    // Ends the reduction. Returns Accumulator expressions, one per slot, with the result.
    virtual std::vector<ExprId> close_reduction(Reduction reduction) = 0;
    // The kernel's scan, which goes along a dimension of the kernel's own points; only for the instruction to which
    // `fuse` gives it. Returns Accumulator expressions, one per slot, with the state at the point.
    virtual std::vector<ExprId> scan(Scan scan) = 0;
    // Only in `update`: opens the kernel's points; and reads the present element of result `leaf`.
    virtual std::vector<Index> open_points(const std::vector<std::int64_t>& dims) = 0;
    virtual ExprId present(std::size_t leaf, const std::vector<Index>& index) = 0;
};

using ElementIndex = std::vector<Index>;

// Operands and types for the C++ of one scalar application.
struct PrintContext {
    const Expr& expr;                           // an Apply
    std::span<const ElementType> types;         // of the operands
    std::span<const tree::Expression> operands; // names or literals; any expression where the op's C++ uses it once
    std::int64_t lanes = 1;                     // of vectors
    bool ordered_extremum = false;              // of vectors: the machine has an instruction, see machine/target.h
    bool exact = false;                         // of integers: the result cannot wrap
    bool bounded = false;                       // of nearest integers: see NearestBounded in machine/intrinsics.def
    ElementType type() const { return expr.type; }
};

// Changes to elements of arrays in place at a point of a kernel. The arrays become the results: the op's first
// operands, one per result, or an array filled with a scalar.
struct Update {
    ElementIndex index;                     // the element of every result
    std::vector<ExprId> values;             // its new value, one per result
    std::vector<Condition> conditions = {}; // else nothing is written
    bool in_order = false;                  // several points may write one element
    std::optional<Sort> sort = {};
};

enum class Cost : std::uint8_t {
    Free,       // moves data, or renames it
    Conversion, // an instruction beside the load of its operand
    Cheap,      // a few instructions: may be computed twice
    Division,   // or a square root: one slow instruction
    Expensive,  // a call of a math function, a search
};

// Relation of a result's elements to the operands' elements.
enum class Access : std::uint8_t {
    Computed,    // by the op's own formula
    Bitcast,     // the same bytes
    Reindexed,   // each is one element of the operand
    Piecewise,   // each is one element of one operand, none of which is taken twice
    Gathered,    // each is one element of the operand, at a computed index
    Reduced,     // each folds elements that no other result needs; the op opens a reduction
    Overlapping, // likewise, but several results need the same element
};

// Kind of collective of an op, and the meaning of the numbers in its groups.
enum class Collective : std::uint8_t {
    None,
    Separate, // replicas, or partitions where it has a channel
    Pairs,    // likewise, in pairs of a source and a target
    Joint,    // replicas, with all their partitions where it has a channel, or devices
};

// The neutral element e of op(x, e) = x: as the combiner of a fold, the op may skip it.
enum class Neutral : std::uint8_t {
    None,
    Zero, // of floats -0
    One,
    Ones,    // all bits are
    Lowest,  // of floats minus infinity
    Highest, // of floats infinity
};

class Expansion;

// Operands for the values of one scalar application; the values of each are known.
struct RangeContext {
    const Expr& expr; // an Apply
    const ExprGraph& exprs;
    std::span<const Range> ranges; // by expression

    const Range& operand(std::size_t i) const { return ranges[expr.operands[i].index()]; }
    ElementType operand_type(std::size_t i) const { return exprs[expr.operands[i]].type; }
};

using ElementFunction = std::vector<ExprId> (*)(ElementBuilder&, const ElementIndex&);
using PrintFunction = tree::Expression (*)(const PrintContext&);
using IndexFunction = std::optional<Index> (*)(IndexSpace&, std::span<const Index>);
using RangeFunction = Range (*)(const RangeContext&);
using ExpandFunction = InstructionId (*)(Expansion&);

// All array operands have the result's sizes and are read at its index.
struct ElementwiseForm {
    const struct Formula* formula = nullptr; // of most, see elementwise.h
    ElementFunction element = nullptr;
    PrintFunction print = nullptr; // the C++ of one scalar application; null where `element` is made of other ops
    // C++ for a GCC vector of f32 or f64 lanes; if it is null, the scalar form runs lane by lane.
    PrintFunction print_vector = nullptr;
    bool single_vectors = false;            // of f32, not of f64
    PrintFunction print_integers = nullptr; // for a vector of s32
    // The index of an integer result whose operands are indices with known ranges; nothing if it is no index.
    IndexFunction index = nullptr;
    // Values of an integer result before they wrap to its type, or whole numbers around those of an f32, see
    // integer_ranges.h; an empty range: none are known.
    RangeFunction range = nullptr;
};

// Elements of all results (several for variadic ops only) at a multi-index.
struct ElementForm {
    ElementFunction element = nullptr;
    PrintFunction print = nullptr; // if `element` applies the op itself to scalars
};

// Computation of the result in the place of operands.
struct UpdateForm {
    Update (*update)(ElementBuilder&) = nullptr;
    // The scalar operand that the result is filled with first; without one it starts as operand 0.
    std::optional<std::size_t> fills_with = {};
    ElementFunction element = nullptr; // the other way to make it, if there are both
};

// Replacement in `lower`: a value of the same shape, made of other ops, or a tuple of its results.
struct ExpandForm {
    ExpandFunction expand = nullptr;
};

// Exchange between devices. `begin` starts it and gives a value under way, `finish` waits for it and gives the results,
// one per operand. Both halves stand for the same instruction.
struct CollectiveForm {
    std::vector<InstructionId> (*begin)(Expansion&) = nullptr;
    std::vector<InstructionId> (*finish)(Expansion&, const std::vector<InstructionId>& under_way) = nullptr;
};
// The first half of a collective op; the second half takes its result.
struct StartForm {
    const struct OpDefinition* op = nullptr;
};

// Random numbers, which differ from call to call, and their next state, which is kept between calls; random_state.h
// makes values of both. No later stage sees such ops, so the evaluator runs their expansion.
struct Drawn {
    InstructionId numbers, state;
};
struct DrawForm {
    Drawn (*draw)(Expansion&, InstructionId state) = nullptr;
};

enum class Callees : std::uint8_t {
    None,
    Inlined, // stands for the instructions of the one computation that it calls
    Regions, // computations that it calls run as steps of their own, see regions.h
};

// Arrays from a function of the host: a step of its own.
struct HostForm {};

// No function of elements: given values, tuples, calls, control flow. The stages know them.
struct StructureForm {
    Callees callees = Callees::None;
};

// Computation of the op in generated code.
using Form = std::variant<StructureForm, ElementwiseForm, ElementForm, UpdateForm, ExpandForm, DrawForm, HostForm,
                          CollectiveForm, StartForm>;

struct OpDefinition {
    unsigned kinds = kAnything; // of the elements of its first operand
    Shape (*infer)(const InferContext&) = nullptr;
    Tensor (*evaluate)(const EvaluateContext&) = nullptr; // null for parameters, draws, and ops of the evaluator itself
    Form form = StructureForm{};
    // Replacement in `lower` by a loop, if the called computation is more than a tree of scalar expressions; the loop's
    // body calls it.
    ExpandFunction expand_call = nullptr;
    Cost cost = Cost::Cheap;
    Access access = Access::Computed;
    Feed feed = Feed::None; // data movement between the module and the host
    Collective collective = Collective::None;
    bool transfers = false;       // a send, a recv or a done of one: between devices, or with the host
    bool ends_start = false;      // it gives the result that its operand started
    bool exact = false;           // constant folding may compute it: integers, data movement, IEEE basic operations
    bool declares_shape = false;  // only its instruction knows the shape or type of the result
    bool barrier = false;         // nothing is folded, fused, shared, hoisted or computed again across it
    bool rounds_operands = false; // operands are rounded to their type even if others compute in a wider one
    bool moves_bits = false; // the result is an element of an operand, or made of parts of some: with the same bits
    Neutral neutral = Neutral::None;
    bool idempotent = false; // op(x, x) = x: as a combiner, it may see an element several times
};

// One per supported op, each in the file of its symbol.
#define OP(name, text, symbol) extern const OpDefinition op_##symbol;
#define NOT_SUPPORTED_OP(name, text)
#include "ir/ops.def"

// Null if the op is not supported.
const OpDefinition* definition_of(Opcode opcode);
// Shape of an instruction with a supported op; complains about its first operand's type, too.
Shape infer_shape(const InferContext& context);

// Properties of an op; null or false if it has none or is not supported.
ElementFunction element_of(Opcode opcode);
PrintFunction print_of(Opcode opcode);
PrintFunction vector_print_of(Opcode opcode, ElementType type); // of vectors of this type of number
IndexFunction index_of(Opcode opcode);
RangeFunction range_of(Opcode opcode);
const UpdateForm* update_of(Opcode opcode);
ExpandFunction expand_of(Opcode opcode);
const DrawForm* draw_of(Opcode opcode);
const CollectiveForm* collective_of(Opcode opcode); // also of a start
bool is_start(Opcode opcode);                       // of a collective
bool is_elementwise(Opcode opcode);
bool is_inlined(Opcode opcode);  // a call or a fusion
bool has_regions(Opcode opcode); // a while or a conditional
bool is_host_call(Opcode opcode);
bool is_barrier(Opcode opcode);
bool moves_bits(Opcode opcode);
inline bool reduces(const OpDefinition& op) {
    return op.access == Access::Reduced || op.access == Access::Overlapping;
}

} // namespace hlo2cpp
