// The kernel form: the result of `fuse` on a lowered module, and the form that all later stages work on.
//
// A kernel is a function of its arguments, which are arrays. It computes every element of its outputs:
//
//     for each point of the parallel dimensions                      d0, d1, ...
//         accumulators = initial values                              only where there is a reduction
//         for each point of the reduction dimensions                 numbered after the parallel ones
//             if all conditions hold: accumulators = combined(accumulators, loads)
//         if all conditions hold:
//             for each output, if its own conditions hold: output.argument[output.index] = output.expr
//
// Dot, convolution, reduce and reduce-window are all of this form; so is plain elementwise work, without the reduction;
// and scatter, whose expressions load the element that they change. A sort is a kernel whose points are lines. In a
// scan (a cumulative sum), points along one parallel dimension follow each other, and each goes on with the
// accumulators of the point before:
//
//     for each point of the other dimensions
//         accumulators = initial values
//         for each point along the dimension, in order
//             accumulators = combined(accumulators, loads)
//             for each output: output.argument[output.index] = output.expr
//
// An index has one subscript for each dimension of its array. `arrange` makes arrays flat (arrange/addresses.h): then
// it is one subscript, the address.
//
// A step is a call of a kernel with values; steps that do the same to different arrays are calls of one kernel.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/exchange.h"
#include "kernel/array_layout.h"
#include "kernel/band_rows.h"
#include "kernel/expression.h"

namespace hlo2cpp {

// An array in memory; which bytes it gets is decided by `buffers`. Or a scalar that counts the rounds of a loop around
// its readers, and is in no memory.
enum class ValueKind : std::uint8_t {
    Parameter, // leaf `leaf` of the entry's parameters; written only where a donated result is
    State,     // like Parameter, but kept from call to call, not passed; starts as `literal`, null is zeros
    Constant,  // `literal`, in flash
    Temporary, // in the arena
    Result,    // leaf `leaf` of the entry's results, in the caller's memory; only `schedule` makes these
    Counter,   // `counts`
    Decision,  // a scalar that only whiles and conditionals read: a variable of the generated `run`
};

// offset + factor * variable. The variable of a loop is a Counter that counts itself.
struct Counting {
    ValueId variable;
    std::int64_t offset = 0, factor = 1;
    Range range; // of the variable inside its loop
};

// Integers of fewer bits than a byte, of which several that are far from each other along a dimension lie in a byte.
struct PackedIntegers {
    ElementType type = ElementType::S4;
    std::vector<std::int64_t> dims;
    std::int64_t along = 0;
};

struct Value {
    ValueKind kind = ValueKind::Temporary;
    ElementType type = ElementType::F32;
    std::vector<std::int64_t> dims; // in memory, row-major
    std::int64_t leaf = -1;         // Parameter, State, Result: counted over the entries
    LiteralPtr literal;             // Constant, State
    Counting counts = {};           // Counter
    std::string name;     // of the instruction it comes from, or the label of the step that makes it; any bytes
    std::string op_name;  // Constant: in the module, or empty
    TextPlace place = {}; // of the instruction in a text
    std::optional<MovedArray> moved = {}; // the module's array whose elements lie so; none: it lies as in the module
    std::optional<PackedIntegers> packed = {}; // Constant: the integers that lie in its bytes; none: one a byte or more

    std::int64_t elements() const;
    std::int64_t bytes() const { return elements() * byte_size(type); }
};

// An array that a kernel is called with, or the variable of a loop around the call.
struct KernelArgument {
    ElementType type = ElementType::F32;
    std::vector<std::int64_t> dims; // of the value; {elements} where it is flat, see arrange/addresses.h
    bool written = false;           // else only read
    bool constant = false;          // every call passes a Constant; else none does
    std::optional<Range> range;     // of a variable, which is in no memory: the values that it takes
    // Range of the elements in memory, of integers or of f32 that are constants; unset: that of the type. It is coarse,
    // so that kernels with other constants are equal.
    std::optional<Range> values;

    std::int64_t elements() const;
    std::int64_t bytes() const { return elements() * byte_size(type); }
    friend bool operator==(const KernelArgument&, const KernelArgument&) = default;
};

// Argument that only reads the value.
KernelArgument argument_for(const Value& value);

// The accumulators of a reduction or a scan.
struct Accumulation {
    std::vector<ExprId> initial;  // one per slot; no loads of the dimensions that are folded
    std::vector<ExprId> combined; // next state of each slot, from Accumulator expressions and elements
    // The term of a plain sum of one slot: combined == accumulator + term. (A dot's term is a product.) `combiner` is
    // then Add, or the op of a plain maximum, minimum, ... Unset if the combiner has another form.
    std::optional<ExprId> term;
    Opcode combiner = Opcode::Add;
    friend bool operator==(const Accumulation&, const Accumulation&) = default;
};

struct Reduction : Accumulation {
    std::vector<std::int64_t> dims;    // sizes; dimension numbers follow those of the kernel's `dims`
    std::vector<Condition> conditions; // points outside are skipped, they never meet the combiner
    // The term is a product of a dot or a convolution by the op's definition. A product in front of a reduce may also
    // be computed and stored before.
    bool of_products = false;
    // Of each result, without conditions.
    std::int64_t terms() const {
        std::int64_t product = 1;
        for (const std::int64_t size : dims) product *= size;
        return product;
    }
    friend bool operator==(const Reduction&, const Reduction&) = default;
};

struct Scan : Accumulation {
    std::int64_t dim = 0; // the parallel dimension along which it goes
    bool reverse = false; // from its last point to its first
    friend bool operator==(const Scan&, const Scan&) = default;
};

// Several outputs may store to one array, each to elements of its own; together they cover it, or all update one array.
struct Output {
    ArgumentId argument;
    Subscripts index; // element of the argument; covers all of it unless `updates` is set
    ExprId expr;
    // The old value of an array that the kernel changes only in part (dynamic-update-slice, scatter): both share one
    // buffer, or it is copied first. Loads of `argument` itself read the present contents.
    ArgumentId updates = {};
    std::vector<Condition> conditions = {}; // of a point that writes this output, which updates an array then
    friend bool operator==(const Output&, const Output&) = default;
};

// At each point, the elements of a line of every output change places until they are in order. `dimension` is one of
// the arrays, along which the line lies:
//
//     output.argument[output.index + stride * k along `dimension`], 0 <= k < size
//
// Equal ones keep their order. Or only the first of them come in order, at the front; those behind stay.
struct Sort {
    std::int64_t size = 0;
    std::int64_t first = 0; // number of sorted elements, or all
    std::size_t dimension = 0;
    std::int64_t stride = 1;
    ExprId before; // pred: of two elements a and b of each output, Accumulator expressions: 2k is a of output k, 2k + 1
                   // is b
    friend bool operator==(const Sort&, const Sort&) = default;
};

using KernelId = Id<struct KernelTag>;

struct Kernel {
    std::vector<KernelArgument> arguments;
    std::vector<std::int64_t> dims; // sizes of the parallel dimensions
    IndexSpace space;               // the parallel dimensions, then the reduction's
    ExprGraph exprs;
    std::optional<Reduction> reduction;
    std::optional<Scan> scan;          // then there is no reduction
    std::vector<Condition> conditions; // of a point that writes
    // Conditions of a point whose results are read, of dimensions and variables of loops; other points may be left out.
    std::vector<Condition> needed;
    std::vector<Output> outputs;
    std::optional<Sort> sort;
    bool in_order = false; // points follow each other in row-major order: several of them may write one element

    const KernelArgument& operator[](ArgumentId id) const { return arguments[id.index()]; }
};

// The result of an instruction, or one of its leaves.
struct StoredArray {
    std::string instruction;
    std::size_t leaf = 0;
};

// A step: a kernel runs with these values.
struct Call {
    KernelId kernel;
    std::vector<ValueId> values;          // one per argument, all different
    ValueId scratch = {};                 // memory of its own while it runs, or none; decided by `schedule`
    std::int64_t winograd = 0;            // of a convolution by minimal filtering: results along a line of a tile
    std::string name = {};                // of the last instruction that it computes, any bytes; empty: of none
    std::string label = {};               // readable name, after the op_name of its heaviest instruction
    std::string computes = {};            // in words of HLO: "convolution_relu"
    std::vector<StoredArray> stored = {}; // one an array that it stores; empty: those of instruction `name`
    std::vector<std::string> origins;     // names of the HLO instructions it computes, the heaviest first
    std::vector<Metadata> metadata;       // of the instructions with metadata, without repetition, in the same order
    std::int64_t multiply_adds = 0;       // of a convolution by minimal filtering: in all rounds of the band around it
    std::optional<BandRows> band_rows = {};

    ValueId operator[](ArgumentId id) const { return id.valid() ? values[id.index()] : ValueId(); }
};

using RegionId = Id<struct RegionTag>;

// Carried values exclude plain round counters, which are Counters. Each carried value has one buffer: `initial` is
// copied into it, condition and body read it, and `next` of all values is written to it at the end of each round.
struct While {
    struct Carried {
        ValueId value;        // read by condition, body and everything after the loop
        ValueId initial;      // or none: the loop reads nothing of it that it has not written
        ValueId next;         // == value where the body hands it on
        std::size_t leaf = 0; // of the instruction
    };
    std::vector<Carried> carried;
    RegionId condition;
    ValueId predicate; // pred[], made by the condition region; none where the loop counts, whose condition is empty
    RegionId body;
    std::int64_t trip_count = -1; // -1: not known, else >= 1
    ValueId variable;             // of a loop that counts: first, first + step, ...
    std::int64_t first = 0, step = 1;
    // Bounds of a counting loop with unknown trip count, s32[]: its first value, else `first`, and the exclusive upper
    // limit, else the end of the type's range.
    ValueId start, limit;
    // The most rounds that the condition allows, if the trip count is unknown; -1: data alone ends the loop.
    std::int64_t max_trips = -1;
    bool stopped = false; // after `max_trips`, where its condition would go on; and the entry says so
    bool band = false;    // made by the compiler, see arrange/band.h: no loop of the module
    std::string name;
    std::vector<std::string> origins;
    std::vector<Metadata> metadata;

    bool counts() const { return variable.valid() || trip_count > 0; }
    // Loop bounds, which are read once before the loop begins.
    std::vector<ValueId> bounds() const {
        std::vector<ValueId> read;
        for (const ValueId bound : {start, limit})
            if (bound.valid()) read.push_back(bound);
        return read;
    }
};

// The region of the branch runs, then its results are copied to `results`.
struct Conditional {
    ValueId selector; // pred[] (true is branch 0) or s32[] (outside: the last branch)
    struct Branch {
        RegionId region;
        std::vector<ValueId> results;
    };
    std::vector<Branch> branches;
    std::vector<ValueId> results;
    std::string name;
    std::vector<std::string> origins;
    std::vector<Metadata> metadata;
};

struct Copy {
    ValueId from, to;
};

// A function of the host computes `results`. It may look at all bytes of the arguments, and changes none of them.
struct HostCall {
    std::string target;               // a C identifier
    std::vector<std::int64_t> leaves; // by argument: -1 for an array, else the number of leaves of a tuple
    bool gives_tuple = false;
    Feed feed = Feed::None; // else NAME_infeed and the like are called, once an array
    std::int64_t channel = 0;
    Exchange exchange = Exchange::None; // else one between devices; the number of the device is no call at all
    std::vector<std::vector<std::int64_t>> groups; // of devices, that exchange
    std::vector<SourceTarget> pairs;               // of sources and targets, that exchange
    std::optional<std::string> opaque;             // bytes that it is passed as well
    bool effect = false;                           // it must run, in the order of the region's others that have one
    std::vector<ValueId> arguments, results;       // leaves
    std::string name;
    std::vector<std::string> origins;
    std::vector<Metadata> metadata;
};

using StepNode = std::variant<Call, While, Conditional, Copy, HostCall>;

struct Region {
    std::vector<StepNode> steps; // in an order that respects all dependences
};

// A function that callers may call: it runs its region.
struct Entry {
    RegionId region;
    std::vector<ValueId> parameters; // one per parameter leaf: Parameters or State
    std::vector<ValueId> results;    // one per result leaf; may be parameters, constants, or the same value twice
    // One a result leaf: the parameter that it is written into, or none.
    std::vector<ValueId> written_into;
};

// The result of `fuse` and of `arrange`.
struct Kernels {
    std::vector<Value> values;
    std::vector<Kernel> kernels;
    std::vector<Region> regions;
    std::vector<Entry> entries;
    std::vector<std::string> quantised_products, scaled_weights; // as the module's

    const Value& operator[](ValueId id) const { return values[id.index()]; }
    const Kernel& operator[](KernelId id) const { return kernels[id.index()]; }
    const Region& operator[](RegionId id) const { return regions[id.index()]; }
};

// The accumulators of the kernel's reduction or scan; null where it has neither.
const Accumulation* accumulation_of(const Kernel& kernel);
// The range of all values that an s32 scalar can have.
Range numbers_of(const Value& value);
inline bool is_parameter(const Value& value) {
    return value.kind == ValueKind::Parameter || value.kind == ValueKind::State;
}
// True if the kernel is a few scalar expressions with one store each, printed at its call without a function.
bool is_statement(const Kernel& kernel);
// True if the kernel computes a single point, whose loads all precede its stores.
bool has_one_point(const Kernel& kernel);
// Calls visit(const Output&) for each array that the kernel stores to: for its first output.
template <typename Visit>
void for_each_stored(const Kernel& kernel, Visit&& visit) {
    for (std::size_t i = 0; i < kernel.outputs.size(); ++i) {
        const auto first = std::ranges::find(kernel.outputs, kernel.outputs[i].argument, &Output::argument);
        if (first == kernel.outputs.begin() + static_cast<std::ptrdiff_t>(i)) visit(kernel.outputs[i]);
    }
}
// Number of outputs that store to an argument.
std::int64_t stores_to(const Kernel& kernel, ArgumentId argument);
// The arguments that a kernel loads but does not write, each once, in order of first use.
std::vector<ArgumentId> loaded_arguments(const Kernel& kernel);
// Values of a call that its kernel loads.
std::vector<ValueId> loaded_values(const Kernel& kernel, const Call& call);
// Calls visit(const Call&) for the calls of all regions.
template <typename Visit>
void for_each_call(const std::vector<Region>& regions, Visit&& visit) {
    for (const Region& region : regions)
        for (const StepNode& step : region.steps)
            if (const Call* call = std::get_if<Call>(&step)) visit(*call);
}
// By kernel: its calls in one call of all entries. A loop whose number of rounds is not known counts as one round.
std::vector<double> count_calls(const Kernels& kernels);
// Name of the variable of a loop over a dimension of the kernel: "i0", "k".
std::string name_of_dimension(const Kernel& kernel, std::int64_t dim);
// Text of all kernels and regions, for --dump.
std::string print(const Kernels& kernels);

} // namespace hlo2cpp
