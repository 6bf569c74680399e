#include "hlo/proto/upgrade.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hlo/proto/hlo.pb.h"
#include "ir/computation_builder.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

struct OldOpcode {
    std::string_view name;
    Opcode opcode;
    std::optional<ComparisonDirection> direction = std::nullopt;
};

constexpr OldOpcode kOldOpcodes[] = {
    {"equal-to", Opcode::Compare, ComparisonDirection::Eq},
    {"not-equal-to", Opcode::Compare, ComparisonDirection::Ne},
    {"greater-than-or-equal-to", Opcode::Compare, ComparisonDirection::Ge},
    {"greater-than", Opcode::Compare, ComparisonDirection::Gt},
    {"less-than-or-equal-to", Opcode::Compare, ComparisonDirection::Le},
    {"less-than", Opcode::Compare, ComparisonDirection::Lt},
    {"tuple-select", Opcode::Select},
    {"cross-replica-sum", Opcode::AllReduce},
    {"rng_bernoulli", Opcode::Rng},
};

const OldOpcode* find_old(std::string_view name) {
    const auto* found = std::ranges::find(kOldOpcodes, name, &OldOpcode::name);
    return found == std::end(kOldOpcodes) ? nullptr : found;
}

// Number of the operand with all start indices in the old form.
std::optional<std::size_t> starts_of(const Instruction& instruction) {
    if (instruction.opcode == Opcode::DynamicSlice) return 1;
    if (instruction.opcode == Opcode::DynamicUpdateSlice) return 2;
    return std::nullopt;
}

bool has_old_starts(const Computation& computation, const Instruction& instruction) {
    const std::optional<std::size_t> starts = starts_of(instruction);
    return starts && instruction.operands.size() == *starts + 1 &&
           computation[instruction.operands[*starts]].shape.is_array() &&
           computation[instruction.operands[*starts]].shape.rank() == 1;
}

bool selects_tuples(const Instruction& instruction) {
    return instruction.opcode == Opcode::Select && instruction.shape.is_tuple() && instruction.operands.size() == 3;
}

bool lacks_comparator(const Instruction& instruction) {
    return instruction.opcode == Opcode::Sort && instruction.called.empty() && !instruction.operands.empty();
}

// upgrade_opcode reserves a place for the computation that a cross-replica-sum lacks.
bool lacks_sum(const Instruction& instruction) {
    return instruction.opcode == Opcode::AllReduce && instruction.called.size() == 1 &&
           !instruction.called[0].valid() && !instruction.operands.empty();
}

bool is_old(const Computation& computation, const Instruction& instruction) {
    return has_old_starts(computation, instruction) || selects_tuples(instruction) || lacks_comparator(instruction) ||
           lacks_sum(instruction) || (instruction.opcode == Opcode::Dot && !instruction.attributes.dot);
}

// Upgrades one computation, instruction by instruction.
class Upgrader {
public:
    Upgrader(Module& module, ComputationId id)
        : module_(module), old_(module[id]), builder_(old_.name, old_.instructions.size()),
          now_(old_.instructions.size()) {}

    Computation run() {
        for (std::size_t i = 0; i < now_.size(); ++i) {
            Instruction instruction = old_.instructions[i];
            const bool old = is_old(old_, instruction);
            if (old) check(instruction);
            for (InstructionId& operand : instruction.operands) operand = now_[operand.index()];
            for (InstructionId& before : instruction.control_predecessors) before = now_[before.index()];
            now_[i] = old ? upgraded(std::move(instruction)) : builder_.add(std::move(instruction));
        }
        return std::move(builder_).build(now_[old_.root.index()]);
    }

    std::vector<Computation>& added() { return added_; } // to be put behind the module's computations

private:
    void check(const Instruction& instruction) const {
        if (!has_old_starts(old_, instruction)) return;
        const Shape &starts = old_[instruction.operands.back()].shape, &operand = old_[instruction.operands[0]].shape;
        if (!operand.is_array() || starts.dims[0] != static_cast<std::int64_t>(operand.rank()))
            throw InputError(Diagnostic{.message = "the start indices " + to_string(starts) +
                                                   " are not one a dimension of " + to_string(operand),
                                        .instruction = describe(old_, instruction),
                                        .op_name = describe_origin(instruction.metadata),
                                        .place = instruction.place});
    }

    InstructionId upgraded(Instruction instruction) {
        builder_.stand_for(instruction);
        if (instruction.opcode == Opcode::Select) return select(instruction);
        if (instruction.opcode == Opcode::Dot)
            contract_inner(instruction);
        else if (instruction.opcode == Opcode::Sort)
            instruction.called = {add_less_than(instruction)};
        else if (instruction.opcode == Opcode::AllReduce)
            instruction.called = {add_sum(instruction)};
        else
            spread_starts(instruction);
        return builder_.add(std::move(instruction));
    }

    // starts[n] -> starts[0], starts[1], ... as scalars.
    void spread_starts(Instruction& instruction) {
        const InstructionId starts = instruction.operands.back();
        const Shape shape = builder_[starts].shape;
        instruction.operands.pop_back();
        for (std::int64_t d = 0; d < shape.dims[0]; ++d) {
            Instruction one;
            one.name = instruction.name;
            one.opcode = Opcode::Slice;
            one.shape = Shape::array(shape.type, {1});
            one.operands = {starts};
            one.attributes.slice = {{.start = d, .limit = d + 1, .stride = 1}};
            one.metadata = instruction.metadata;
            one.place = instruction.place;
            instruction.operands.push_back(builder_.reshape(builder_.add(std::move(one)), {}));
        }
    }

    void contract_inner(Instruction& instruction) const {
        if (instruction.operands.size() != 2) return; // refused by the op itself
        const auto lhs = static_cast<std::int64_t>(builder_[instruction.operands[0]].shape.rank());
        const auto rhs = static_cast<std::int64_t>(builder_[instruction.operands[1]].shape.rank());
        if (lhs == 0 || rhs == 0) return;
        instruction.attributes.dot =
            DotDimensions{.lhs_contracting = {lhs - 1}, .rhs_contracting = {std::max<std::int64_t>(rhs - 2, 0)}};
    }

    // (keys' a, keys' b, ...) -> a < b
    ComputationId add_less_than(Instruction& sort) {
        if (sort.attributes.dimensions.empty()) // the last one
            sort.attributes.dimensions = {static_cast<std::int64_t>(builder_[sort.operands[0]].shape.rank()) - 1};
        const Instruction stands_for = source_of(sort, ".less_than");
        ComputationBuilder comparator(stands_for.name);
        comparator.stand_for(stands_for);
        std::vector<InstructionId> parameters;
        for (const InstructionId operand : sort.operands)
            for (int side = 0; side < 2; ++side)
                parameters.push_back(comparator.parameter(Shape::scalar(builder_[operand].shape.type)));
        Instruction compare = stands_for;
        compare.opcode = Opcode::Compare;
        compare.shape = Shape::scalar(ElementType::Pred);
        compare.operands = {parameters[0], parameters[1]};
        compare.attributes.direction = ComparisonDirection::Lt;
        compare.attributes.total_order = is_float(builder_[sort.operands[0]].shape.type);
        const InstructionId root = comparator.add(std::move(compare));
        return add(std::move(comparator).build(root));
    }

    // (a, b) -> a + b
    ComputationId add_sum(const Instruction& all_reduce) {
        const Instruction stands_for = source_of(all_reduce, ".sum");
        const Shape scalar = Shape::scalar(builder_[all_reduce.operands[0]].shape.type);
        ComputationBuilder sum(stands_for.name);
        sum.stand_for(stands_for);
        const InstructionId a = sum.parameter(scalar), b = sum.parameter(scalar);
        const InstructionId root = sum.apply(Opcode::Add, scalar, {a, b});
        return add(std::move(sum).build(root));
    }

    // Name and origin for the instructions of a computation that is made for the caller.
    static Instruction source_of(const Instruction& caller, const char* what) {
        Instruction source;
        source.name = caller.name + what;
        source.metadata = caller.metadata;
        source.place = caller.place;
        return source;
    }

    ComputationId add(Computation computation) {
        added_.push_back(std::move(computation));
        return ComputationId(module_.computations.size() + added_.size() - 1);
    }

    // Recursion is bounded by the depth of tuples.
    InstructionId select(const Instruction& instruction) {
        if (!same_shape(builder_[instruction.operands[1]].shape, instruction.shape) ||
            !same_shape(builder_[instruction.operands[2]].shape, instruction.shape))
            return builder_.add(instruction); // refused by the op itself
        return select(instruction, instruction.operands[1], instruction.operands[2]);
    }

    InstructionId select(const Instruction& instruction, InstructionId a, InstructionId b) {
        const Shape shape = builder_[a].shape;
        if (shape.is_tuple()) {
            std::vector<InstructionId> elements;
            for (std::size_t i = 0; i < shape.tuple.size(); ++i)
                elements.push_back(
                    select(instruction, builder_.get_tuple_element(a, i), builder_.get_tuple_element(b, i)));
            return builder_.tuple(std::move(elements));
        }
        if (!shape.is_array()) return a;
        Instruction leaf = instruction;
        leaf.shape = shape;
        leaf.operands = {instruction.operands[0], a, b};
        return builder_.add(std::move(leaf));
    }

    Module& module_;
    const Computation& old_;
    ComputationBuilder builder_;
    std::vector<InstructionId> now_; // by the id in the old computation
    std::vector<Computation> added_;
};

// The custom call TopK of optimized modules of XLA:CPU and of chlo.top_k; only the shape holds k.
bool is_top_k(const Instruction& instruction) {
    return instruction.opcode == Opcode::CustomCall && instruction.attributes.custom_call_target == "TopK" &&
           instruction.operands.size() == 1 && instruction.shape.is_tuple() && instruction.shape.tuple.size() == 2 &&
           instruction.shape.tuple[0].is_array() && instruction.shape.tuple[0].rank() > 0;
}

// The custom calls of XLA for windows whose padding follows from a size that is known at run time only (TensorFlow's
// SAME). Along steps of 1 the padding is the same for all sizes, and no window of VALID has any: then it is the op
// itself.
std::optional<Opcode> op_of_padded_windows(const hlo2cpp_proto::HloInstructionProto& proto,
                                           const Instruction& instruction) {
    const std::string& target = instruction.attributes.custom_call_target;
    const bool convolves = target == "DynamicConvolutionForward" && instruction.attributes.convolution.has_value();
    if (instruction.opcode != Opcode::CustomCall || !(convolves || target == "DynamicReduceWindowSamePadding"))
        return std::nullopt;
    const Opcode opcode = convolves ? Opcode::Convolution : Opcode::ReduceWindow;
    if (proto.padding_type() == hlo2cpp_proto::PADDING_VALID) return opcode;
    const Window& window = instruction.attributes.window;
    if (convolves && instruction.attributes.convolution->output_spatial.size() != window.size()) return opcode;
    for (std::size_t i = 0; i < window.size(); ++i) {
        const std::size_t d =
            convolves ? static_cast<std::size_t>(instruction.attributes.convolution->output_spatial[i]) : i;
        const bool dynamic = d < instruction.shape.dynamic.size() && instruction.shape.dynamic[d];
        if (dynamic && window[i].stride != 1) return std::nullopt;
    }
    return opcode;
}

// The op keeps its windows, and nothing of the call.
void make_windows(Instruction& call, Opcode opcode) {
    const Attributes of_call = std::exchange(call.attributes, {});
    call.opcode = opcode;
    call.attributes.window = of_call.window;
    if (opcode != Opcode::Convolution) return;
    call.attributes.convolution = of_call.convolution;
    call.attributes.feature_group_count = of_call.feature_group_count;
    call.attributes.batch_group_count = of_call.batch_group_count;
}

} // namespace

std::optional<Opcode> opcode_in_file(std::string_view name) {
    if (const std::optional<Opcode> opcode = opcode_from_name(name)) return opcode;
    const OldOpcode* const old = find_old(name);
    return old == nullptr ? std::nullopt : std::optional(old->opcode);
}

void upgrade_opcode(const hlo2cpp_proto::HloInstructionProto& proto, Instruction& instruction) {
    if (is_top_k(instruction)) {
        instruction.opcode = Opcode::Topk;
        instruction.called.clear();
        const bool smallest = instruction.attributes.custom_call_opaque.find("largest = false") != std::string::npos;
        instruction.attributes = {};
        instruction.attributes.k = instruction.shape.tuple[0].dims.back();
        instruction.attributes.largest = !smallest;
        return;
    }
    if (const std::optional<Opcode> opcode = op_of_padded_windows(proto, instruction)) {
        make_windows(instruction, *opcode);
        return;
    }
    const OldOpcode* const old = find_old(proto.opcode());
    if (old == nullptr) return;
    if (old->direction) instruction.attributes.direction = old->direction;
    if (old->opcode == Opcode::AllReduce && instruction.called.empty()) instruction.called = {ComputationId()};
    if (old->opcode == Opcode::Rng) instruction.attributes.random_distribution = RandomDistribution::Bernoulli;
}

void upgrade(Module& module) {
    const std::size_t count = module.computations.size();
    for (std::size_t c = 0; c < count; ++c) {
        const Computation& computation = module.computations[c];
        const auto old = [&](const Instruction& instruction) { return is_old(computation, instruction); };
        if (std::ranges::none_of(computation.instructions, old)) continue;
        Upgrader upgrader(module, ComputationId(c));
        Computation modern = upgrader.run();
        module.computations[c] = std::move(modern);
        for (Computation& added : upgrader.added()) module.computations.push_back(std::move(added));
    }
}

} // namespace hlo2cpp
