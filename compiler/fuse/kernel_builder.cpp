#include "fuse/kernel_builder.h"

#include <algorithm>
#include <map>
#include <utility>

#include "fuse/integer_constants.h"
#include "fuse/partition.h"
#include "fuse/step_names.h"
#include "kernel/integer_values.h"
#include "kernel/work.h"
#include "ops/integer_ranges.h"
#include "ops/op.h"
#include "ops/widen.h"
#include "support/append_new.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// One computation whose instructions are being turned into expressions: the kernel's own, or a called scalar one.
struct Scope {
    const Computation* computation = nullptr;
    const std::vector<ExprId>* arguments = nullptr; // arguments of a called computation; null in the kernel's own
    bool wide = false;                              // narrow floats of a called computation are f32
};

std::vector<Index> add_dimensions(Kernel& kernel, const std::vector<std::int64_t>& dims) {
    kernel.dims = dims;
    std::vector<Index> index;
    for (const std::int64_t size : dims) index.push_back(kernel.space.dimension(kernel.space.add_dimension(size)));
    return index;
}

// The accumulators of the kernel's reduction or scan, as expressions.
std::vector<ExprId> states_of(ExprBuilder& builder, const Kernel& kernel) {
    std::vector<ExprId> states;
    for (const ExprId initial : accumulation_of(kernel)->initial)
        states.push_back(builder.accumulator(states.size(), kernel.exprs[initial].type));
    return states;
}

// The constant that a broadcast repeats, or null. It is stored where an update starts with it; other readers need no
// array.
const Literal* splat_of(const Computation& computation, const Instruction& instruction) {
    if (instruction.opcode != Opcode::Broadcast) return nullptr;
    const Instruction& constant = computation[instruction.operands[0]];
    return constant.opcode == Opcode::Constant && is_splat(*constant.literal) ? constant.literal.get() : nullptr;
}

ExprId constant_element(ExprGraph& exprs, const Literal& literal, std::int64_t element = 0) {
    const auto size = static_cast<std::ptrdiff_t>(byte_size(literal.shape.type)), begin = element * size;
    std::vector<std::byte> bits(
        static_cast<std::size_t>(size)); // zeros for an element outside the constant: it is never computed
    if (begin >= 0 && begin + size <= static_cast<std::ptrdiff_t>(literal.bytes.size()))
        bits.assign(literal.bytes.begin() + begin, literal.bytes.begin() + begin + size);
    return exprs.add({.kind = ExprKind::Constant, .type = literal.shape.type, .bits = std::move(bits)});
}

// The element of an array of dimensions `stored` that lies where `index` is in one of dimensions `dims`: a reshape is
// another name of its operand's array.
ElementIndex place(IndexSpace& space, const ElementIndex& index, const std::vector<std::int64_t>& dims,
                   const std::vector<std::int64_t>& stored) {
    return dims == stored ? index : delinearize(space, linearize(space, index, dims), stored);
}

// The constant that the expression loads from; null: it is no such load.
const Literal* constant_of(const Expr& expr, const Call& call, const std::vector<Value>& values) {
    if (expr.kind != ExprKind::Load) return nullptr;
    const Value& array = values[call[expr.argument].index()];
    return array.kind == ValueKind::Constant ? array.literal.get() : nullptr;
}

class Builder final : public ElementBuilder {
public:
    // `outputs`: where an update makes its results.
    Builder(const KernelSurroundings& surroundings, BuiltKernel& built, const std::vector<ValueId>* outputs = nullptr)
        : surroundings_(surroundings), kernel_(built.kernel), call_(built.call), outputs_(outputs) {
        scope_.computation = &surroundings.computation;
    }

    const Module& module() const override { return surroundings_.module; }
    const Computation& computation() const override { return *scope_.computation; }
    const Instruction& instruction() const override { return *instruction_; }
    IndexSpace& space() override { return kernel_.space; }
    ExprGraph& exprs() override { return kernel_.exprs; }
    Range values_of(ExprId integer) override {
        if (const Literal* const constant = constant_of(kernel_.exprs[integer], call_, surroundings_.values)) {
            const auto [known, fresh] = constants_.try_emplace(constant);
            if (fresh) known->second = hlo2cpp::values_of(*constant);
            return known->second;
        }
        ranges_.extend();
        return ranges_.of(integer);
    }
    const Computation& called(std::size_t i) const override { return surroundings_.module[instruction_->called[i]]; }

    std::optional<Index> start_of(ExprId integer) override {
        const Expr& expr = kernel_.exprs[integer];
        const Literal* const constant = constant_of(expr, call_, surroundings_.values);
        return constant != nullptr ? sum_of_subscripts(*constant, expr.index) : as_index(integer);
    }

    ExprId operand(std::size_t i, const ElementIndex& index) override {
        return element(instruction_->operands[i], index)[0];
    }

    ExprId operand_linear(std::size_t i, const Index& linear) override {
        const InstructionId id = instruction_->operands[i];
        const Instruction& producer = (*scope_.computation)[id];
        if (scope_.arguments == nullptr && producer.opcode != Opcode::Constant) {
            const ValueId value = surroundings_.stored_value(id);
            if (value.valid()) return load(producer, value, delinearize(space(), linear, dims_of(value)));
        }
        return element(id, delinearize(space(), linear, producer.shape.dims))[0];
    }

    std::vector<ExprId> inline_call(std::size_t i, const std::vector<ExprId>& arguments, bool wide) override {
        const Computation& called = surroundings_.module[instruction_->called[i]];
        wide = wide || scope_.wide;
        const Computation widened = wide ? widen(called) : Computation{};
        const Computation& body = wide ? widened : called;
        const Scope outer_scope = std::exchange(scope_, Scope{&body, &arguments, wide});
        const Instruction* outer_instruction = instruction_;
        std::map<Key, std::vector<ExprId>> outer_memo;
        outer_memo.swap(memo_);
        const Instruction& root = body[body.root];
        std::vector<ExprId> results;
        if (root.opcode == Opcode::Tuple)
            for (const InstructionId operand : root.operands) results.push_back(element(operand, {})[0]);
        else
            results = element(body.root, {});
        memo_.swap(outer_memo);
        instruction_ = outer_instruction;
        scope_ = outer_scope;
        return results;
    }

    std::vector<Index> open_reduction(const std::vector<std::int64_t>& dims) override {
        check_internal(!kernel_.reduction && !kernel_.scan && reduction_dims_.empty(), "two folds in one kernel");
        reducing_ = instruction_;
        std::vector<Index> indices;
        for (const std::int64_t size : dims)
            indices.push_back(kernel_.space.dimension(kernel_.space.add_dimension(size)));
        reduction_dims_ = dims;
        return indices;
    }

    std::vector<ExprId> close_reduction(Reduction reduction) override {
        reduction.dims = reduction_dims_;
        kernel_.reduction = std::move(reduction);
        return states_of(*this, kernel_);
    }

    std::vector<ExprId> scan(Scan scan) override {
        check_internal(!kernel_.reduction && !kernel_.scan && reduction_dims_.empty(), "two folds in one kernel");
        reducing_ = instruction_;
        kernel_.scan = std::move(scan);
        return states_of(*this, kernel_);
    }

    std::vector<Index> open_points(const std::vector<std::int64_t>& dims) override {
        return add_dimensions(kernel_, dims);
    }

    ExprId present(std::size_t leaf, const ElementIndex& index) override {
        const Shape& shape = instruction_->shape.is_tuple() ? instruction_->shape.tuple[leaf] : instruction_->shape;
        return kernel_.exprs.add(
            {.kind = ExprKind::Load, .type = shape.type, .argument = argument_of((*outputs_)[leaf]), .index = index});
    }

    // The argument that the value is passed as.
    ArgumentId argument_of(ValueId id) {
        const auto [known, fresh] = arguments_.try_emplace(id, kernel_.arguments.size());
        if (!fresh) return known->second;
        kernel_.arguments.push_back(argument_for(surroundings_.values[id.index()]));
        call_.values.push_back(id);
        return known->second;
    }

    void add_output(ValueId value, const ElementIndex& index, ExprId expr, ValueId updates = {}) {
        const ArgumentId argument = argument_of(value);
        kernel_.arguments[argument.index()].written = true;
        kernel_.outputs.push_back({.argument = argument,
                                   .index = index,
                                   .expr = expr,
                                   .updates = updates.valid() ? argument_of(updates) : ArgumentId()});
    }

    Update update(InstructionId id) {
        instruction_ = &(*scope_.computation)[id];
        note(*instruction_);
        return update_of(instruction_->opcode)->update(*this);
    }

    // Computes all results of an instruction at an index, on the spot.
    std::vector<ExprId> compute(InstructionId id, const ElementIndex& index) {
        const Instruction* outer = instruction_;
        instruction_ = &(*scope_.computation)[id];
        note(*instruction_);
        std::vector<ExprId> results;
        if (instruction_->opcode == Opcode::Constant) {
            results = {constant_element(exprs(), *instruction_->literal)};
        } else {
            const ElementFunction function = element_of(instruction_->opcode);
            check_internal(function != nullptr, "an instruction without elements inside a kernel");
            results = function(*this, index);
        }
        instruction_ = outer;
        return results;
    }

    // Results of an instruction at an index: loaded where it is stored, else computed.
    std::vector<ExprId> element(InstructionId id, const ElementIndex& index) {
        const Instruction& producer = (*scope_.computation)[id];
        if (producer.opcode == Opcode::Parameter && scope_.arguments != nullptr)
            return {(*scope_.arguments)[static_cast<std::size_t>(producer.attributes.parameter_number)]};
        if (producer.opcode == Opcode::Constant && is_splat(*producer.literal))
            return {constant_element(exprs(), *producer.literal)};
        if (scope_.arguments == nullptr) {
            const ValueId value = surroundings_.stored_value(id);
            const Literal* const everywhere = splat_of(*scope_.computation, producer);
            if (value.valid() && everywhere != nullptr) return {constant_element(exprs(), *everywhere)};
            if (value.valid())
                return {load(producer, value, place(space(), index, producer.shape.dims, dims_of(value)))};
        }
        const Key key{id, index};
        if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
        return memo_[key] = compute(id, index);
    }

    // Names the call, after all has been computed; `root` is the last instruction.
    void name_call(const Instruction& root) {
        const Instruction& heaviest = reducing_ != nullptr ? *reducing_ : *costliest_;
        call_.name = root.name;
        call_.label = step_label(heaviest, root);
        call_.computes = computed_by(surroundings_.module, *scope_.computation, heaviest, root);
        for (std::size_t i = heaviest.origins.size(); i-- > 0;) {
            const auto origin = std::ranges::find(call_.origins, heaviest.origins[i]);
            std::rotate(call_.origins.begin(), origin, origin + 1);
        }
        const auto metadata = std::ranges::find(call_.metadata, heaviest.metadata);
        if (metadata != call_.metadata.end()) std::rotate(call_.metadata.begin(), metadata, metadata + 1);
    }

private:
    using Key = std::pair<InstructionId, ElementIndex>;

    const std::vector<std::int64_t>& dims_of(ValueId value) const { return surroundings_.values[value.index()].dims; }

    ExprId load(const Instruction& producer, ValueId value, const ElementIndex& index) {
        if (producer.opcode == Opcode::Constant && std::ranges::all_of(index, &Index::is_constant))
            return constant_element(exprs(), *producer.literal, row_major_address(index, dims_of(value)).constant);
        const Value& stored = surroundings_.values[value.index()];
        if (stored.kind == ValueKind::Constant && stored.elements() == 1)
            return constant_element(exprs(), *stored.literal);
        if (stored.kind == ValueKind::Counter)
            return index_value(stored.type,
                               space().variable(argument_of(stored.counts.variable), stored.counts.range) *
                                       stored.counts.factor +
                                   Index(stored.counts.offset),
                               "counter");
        return kernel_.exprs.add({.kind = ExprKind::Load,
                                  .type = producer.shape.type,
                                  .argument = argument_of(value),
                                  .index = index,
                                  .name = producer.name});
    }

    void note(const Instruction& instruction) {
        if (scope_.arguments != nullptr) return;
        const auto cost = [](const Instruction& one) { return definition_of(one.opcode)->cost; };
        if (costliest_ == nullptr || cost(instruction) > cost(*costliest_)) costliest_ = &instruction;
        for (const std::string& origin : instruction.origins) append_new(call_.origins, origin);
        const Metadata& metadata = instruction.metadata;
        if (!metadata.op_name.empty() || !metadata.source_file.empty()) append_new(call_.metadata, metadata);
    }

    const KernelSurroundings& surroundings_;
    Kernel& kernel_;
    Call& call_;
    IntegerRanges ranges_{kernel_};
    const std::vector<ValueId>* outputs_;
    std::map<ValueId, ArgumentId> arguments_;
    std::map<const Literal*, Range> constants_; // values of their elements
    Scope scope_;
    const Instruction* instruction_ = nullptr;
    const Instruction* reducing_ = nullptr;  // the instruction whose reduction or scan is the kernel's
    const Instruction* costliest_ = nullptr; // the costliest instruction; the first of several
    std::map<Key, std::vector<ExprId>> memo_;
    std::vector<std::int64_t> reduction_dims_;
};

} // namespace

BuiltKernel build_kernel(const KernelSurroundings& surroundings, InstructionId root,
                         const std::vector<ValueId>& outputs) {
    const Instruction& instruction = surroundings.computation[root];
    BuiltKernel built;
    const std::vector<std::int64_t>& dims =
        instruction.shape.is_tuple() ? instruction.shape.tuple[0].dims : instruction.shape.dims;
    const std::vector<Index> index = add_dimensions(built.kernel, dims);
    Builder builder(surroundings, built);
    const std::vector<ExprId> results = builder.compute(root, index);
    for (std::size_t leaf = 0; leaf < outputs.size(); ++leaf)
        if (outputs[leaf].valid()) builder.add_output(outputs[leaf], index, results[leaf]);
    builder.name_call(instruction);
    built.call.multiply_adds = multiply_adds_of(built.kernel);
    return built;
}

BuiltKernel build_update_kernel(const KernelSurroundings& surroundings, InstructionId root,
                                const std::vector<ValueId>& arrays, const std::vector<ValueId>& outputs) {
    const Instruction& instruction = surroundings.computation[root];
    BuiltKernel built;
    Builder builder(surroundings, built, &outputs);
    Update update = builder.update(root);
    for (std::size_t leaf = 0; leaf < outputs.size(); ++leaf)
        builder.add_output(outputs[leaf], update.index, update.values[leaf], arrays[leaf]);
    built.kernel.conditions = std::move(update.conditions);
    built.kernel.in_order = update.in_order;
    built.kernel.sort = update.sort;
    builder.name_call(instruction);
    return built;
}

BuiltKernel build_fill_kernel(const KernelSurroundings& surroundings, InstructionId scalar, const Instruction& root,
                              ValueId output) {
    BuiltKernel built;
    built.call.name = root.name + "_initial";
    built.call.label = step_label(root, root) + "_initial";
    built.call.computes = "fill";
    built.call.origins = root.origins;
    const std::vector<Index> index = add_dimensions(built.kernel, root.shape.dims);
    Builder builder(surroundings, built);
    const ExprId value = builder.element(scalar, {})[0];
    builder.add_output(output, index, value);
    return built;
}

} // namespace hlo2cpp
