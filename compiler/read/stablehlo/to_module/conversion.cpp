#include "read/stablehlo/to_module/conversion.h"

#include <unordered_set>

#include "ir/builder/arrays.h"
#include "ir/builder/control.h"
#include "read/stablehlo/to_module/error.h"
#include "read/stablehlo/to_module/notes.h"
#include "read/stablehlo/to_module/op_context.h"
#include "read/stablehlo/to_module/quantized.h"
#include "read/stablehlo/to_module/rules.h"
#include "read/stablehlo/to_module/shapes.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

constexpr std::size_t kMaxDepth = 300, kMaxInlinedOperations = 1'000'000, kMaxErrors = 50;

// True for a constant, and for one broadcast: cheap to have again.
bool is_constant(Op op) {
    constexpr int kBroadcasts = 4;
    const Computation& computation = op.builder().computation();
    const Instruction* instruction = &computation[op.id()];
    for (int i = 0; i < kBroadcasts && instruction->opcode == Opcode::Broadcast; ++i)
        instruction = &computation[instruction->operands[0]];
    return instruction->opcode == Opcode::Constant || instruction->opcode == Opcode::Iota;
}

// A copy of a constant in the computation that `into` builds.
Op copied(Op op, Builder& into) {
    Instruction instruction = op.builder().computation()[op.id()];
    Ops operands;
    for (const InstructionId operand : instruction.operands) operands.push_back(copied({op.builder(), operand}, into));
    instruction.operands.clear();
    return into.AddInstruction(std::move(instruction), operands);
}

Ops parameters(Builder& builder, const std::vector<Shape>& shapes) {
    Ops result;
    for (const Shape& shape : shapes)
        result.push_back(
            Parameter(builder, static_cast<std::int64_t>(result.size()), shape, "p" + std::to_string(result.size())));
    return result;
}

// A variable has its value again when this goes.
template <typename T>
class Restored {
public:
    explicit Restored(T& variable) : variable_(variable), value_(variable) {}
    Restored(const Restored&) = delete;
    Restored& operator=(const Restored&) = delete;
    ~Restored() { variable_ = value_; }

private:
    T& variable_;
    T value_;
};

bool is_terminator(const Operation& operation) {
    return operation.name == "func.return" || operation.name.ends_with("hlo.return") || operation.name == "sdy.return";
}

} // namespace

Op pack(Builder& builder, const Ops& values) {
    return values.size() == 1 ? values[0] : Tuple(builder, values);
}

Ops unpack(Op packed, std::size_t packed_count, std::size_t count) {
    if (packed_count == 1) return Ops(count, packed);
    Ops values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(GetTupleElement(packed, static_cast<std::int64_t>(i)));
    return values;
}

Conversion::Conversion(const Document& document, const Functions& functions, Builder& entry, bool inlined)
    : document_(document), functions_(functions), captures_(document), inlined_(inlined), builder_(&entry),
      entry_known_(entry.computation()), values_(document.values.size()) {}

Replaced::Replaced(Conversion& conversion, const std::vector<std::pair<ValueId, builder::Op>>& values)
    : conversion_(conversion) {
    for (const auto& [id, op] : values) {
        before_.emplace_back(id, conversion.value(id));
        conversion.set(id, op);
    }
}

Replaced::~Replaced() {
    for (const auto& [id, op] : before_) conversion_.set(id, op);
}

Op Conversion::value(ValueId id) const {
    check_internal(values_[id].valid(), "a value is used that no operation has made");
    return values_[id];
}

Ops Conversion::convert_block(const Region& region, const Ops& arguments) {
    if (arguments.size() != region.arguments.size())
        throw InputError("a region takes " + std::to_string(region.arguments.size()) + " arguments, but gets " +
                         std::to_string(arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Type& type = document_.type_of(region.arguments[i]);
        if (!fits(arguments[i].shape(), type))
            throw InputError("an argument of a region is " + to_string(arguments[i].shape()) + ", but its type says " +
                             to_string(type));
        set(region.arguments[i], arguments[i]);
    }
    if (region.operations.empty() || !is_terminator(region.operations.back()))
        throw InputError("a region does not end in a return");
    for (const Operation& operation : region.operations)
        if (&operation != &region.operations.back()) convert(operation);
    Ops results;
    for (const ValueId id : region.operations.back().operands) results.push_back(value(id));
    return results;
}

ComputationId Conversion::nested(const std::string& name, const std::function<Op()>& body,
                                 std::size_t expected_instructions) {
    if (depth_ >= kMaxDepth) throw InputError("regions and calls are nested too deep");
    const std::unique_ptr<Builder> inside = builder_->CreateSubBuilder(name, expected_instructions);
    KnownValues known(inside->computation());
    const Restored builder_outside(builder_);
    const Restored known_outside(known_);
    const Restored depth_outside(depth_);
    builder_ = inside.get();
    known_ = &known;
    ++depth_;
    return inside->BuildSubComputation(body());
}

ComputationId Conversion::region(const Region& region, const std::vector<Shape>& shapes) {
    if (!passed({&region, 1}).empty())
        throw InputError("its region uses values around it that are no constants, which HLO has no form for");
    return nested("region", [&] {
        return with_captures(region, {}, {},
                             [&] { return pack(builder(), convert_block(region, parameters(builder(), shapes))); });
    });
}

std::vector<ValueId> Conversion::passed(std::span<const Region> regions) const {
    std::vector<ValueId> result;
    std::unordered_set<ValueId> seen;
    for (const Region& region : regions)
        for (const ValueId id : captures_.of(region))
            if (!is_constant(value(id)) && seen.insert(id).second) result.push_back(id);
    return result;
}

Op Conversion::with_captures(const Region& region, const std::vector<ValueId>& passed, const Ops& replacements,
                             const std::function<Op()>& body) {
    std::vector<std::pair<ValueId, Op>> inside;
    for (std::size_t i = 0; i < passed.size(); ++i) inside.emplace_back(passed[i], replacements[i]);
    for (const ValueId id : captures_.of(region))
        if (is_constant(value(id))) inside.emplace_back(id, copied(value(id), *builder_));
    const Replaced replaced(*this, inside);
    return body();
}

void Conversion::add_function(const Operation& function) {
    if (inlined_) return;
    const std::string& name = *function.get<std::string>("sym_name");
    const Region& body = function.regions[0];
    const auto build = [&] {
        std::vector<Shape> shapes;
        for (const ValueId id : body.arguments) shapes.push_back(*shape_of(document_.type_of(id)));
        return pack(builder(), convert_block(body, parameters(builder(), shapes)));
    };
    computations_[name] =
        at_operation(document_, function, [&] { return nested(name, build, expected_instructions(body)); });
}

Ops Conversion::call(const std::string& callee, std::size_t count, const Ops& operands) {
    const auto called = functions_.find(callee);
    const auto made = computations_.find(callee);
    if (callee.empty() || called == functions_.end() || called->second->regions.empty() ||
        (!inlined_ && made == computations_.end()))
        throw InputError("it does not say which function it calls");
    if (!inlined_) return unpack(Call(builder(), made->second, operands), count);
    if (depth_ >= kMaxDepth) throw InputError("regions and calls are nested too deep");
    const Restored outside(depth_);
    ++depth_;
    return convert_block(called->second->regions[0], operands);
}

ComputationId Conversion::called_function(const Operation& operation, const std::vector<Shape>& shapes) {
    const auto* callees = operation.get<Attribute::List>("called_computations");
    const auto* name = callees == nullptr || callees->size() != 1 ? nullptr : callees->front().get<std::string>();
    if (name == nullptr) throw InputError("its called_computations must be one function");
    const std::size_t results = functions_.at(*name)->regions[0].operations.back().operands.size();
    return nested("function", [&] { return pack(builder(), call(*name, results, parameters(builder(), shapes))); });
}

void Conversion::check_results(const Operation& operation, const Ops& results) const {
    if (results.size() != operation.results.size())
        throw InputError("it has " + std::to_string(operation.results.size()) + " results, but gives " +
                         std::to_string(results.size()));
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Type& type = document_.type_of(operation.results[i]);
        if (!fits(results[i].shape(), type))
            throw InputError("it gives " + to_string(results[i].shape()) + ", but the type of its result says " +
                             to_string(type));
    }
}

void Conversion::convert(const Operation& operation) {
    if (inlined_ && ++converted_ > kMaxInlinedOperations)
        throw InputError("the program has more than a million operations once its calls are inlined, which sizes that "
                         "are not known need");
    const Location& location = document_.locations[operation.location];
    builder().SetOpMetadata(
        {.op_name = location.name, .source_file = location.file, .source_line = static_cast<int>(location.line)});
    builder().SetOpPlace(operation.place);
    builder().SetOpNotes(notes_of(operation.attributes));
    try {
        at_operation(document_, operation, [&] {
            const OpContext context(*this, operation);
            const Ops results = computes_quantized(*this, operation) ? apply_quantized(context) : apply_rule(context);
            check_results(operation, results);
            for (std::size_t i = 0; i < results.size(); ++i) set(operation.results[i], results[i]);
        });
    } catch (const ErrorAtOperation& error) {
        errors_.push_back(error.diagnostic);
        stand_in(operation);
    }
}

// Gives an operation that is in error results of the types that it says, so that the errors behind it are found, too.
void Conversion::stand_in(const Operation& operation) {
    if (errors_.size() >= kMaxErrors) throw_errors();
    for (const ValueId id : operation.results) {
        const std::optional<Shape> shape = shape_of(document_.type_of(id));
        if (!shape) throw_errors(); // what sizes are behind it is not known
        set(id, builder().AddDeclared({.opcode = Opcode::CustomCall, .shape = *shape}, {}));
    }
}

void Conversion::throw_errors() const {
    if (!errors_.empty()) throw InputErrors(errors_.front(), {errors_.begin() + 1, errors_.end()});
}

} // namespace hlo2cpp::stablehlo
