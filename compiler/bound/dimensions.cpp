#include "bound/dimensions.h"

#include <algorithm>
#include <utility>

#include "bound/bound_op.h"
#include "ir/dynamic_shapes.h"
#include "ops/op.h"
#include "ops/regions.h"
#include "rewrite/pass.h"
#include "rewrite/pass_verify.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// Moves arrays between the module and its host.
bool is_feed(Opcode opcode) {
    static constexpr Opcode kFeeds[] = {Opcode::Infeed,   Opcode::Outfeed, Opcode::Send,
                                        Opcode::SendDone, Opcode::Recv,    Opcode::RecvDone};
    return std::ranges::find(kFeeds, opcode) != std::end(kFeeds);
}

// A custom call of XLA for windows with padding SAME, which reading a module has not made an op (hlo/proto/upgrade.h).
bool pads_by_size(const Instruction& instruction) {
    static constexpr std::string_view kTargets[] = {"DynamicConvolutionForward", "DynamicConvolutionInputGrad",
                                                    "DynamicConvolutionKernelGrad", "DynamicReduceWindowSamePadding",
                                                    "DynamicSelectAndScatterSamePadding"};
    return instruction.opcode == Opcode::CustomCall &&
           std::ranges::find(kTargets, instruction.attributes.custom_call_target) != std::end(kTargets);
}

using Dynamic = std::vector<bool>; // by dimension; empty: none

Dynamic united(const Dynamic& a, const Dynamic& b) {
    Dynamic all(std::max(a.size(), b.size()));
    for (std::size_t d = 0; d < all.size(); ++d) all[d] = (d < a.size() && a[d]) || (d < b.size() && b[d]);
    return all;
}

Dynamic dynamic_of(const BoundArray& array) {
    Dynamic dynamic;
    for (const InstructionId size : array.sizes) dynamic.push_back(size.valid());
    return dynamic;
}

bool covers(const Dynamic& a, const Dynamic& b) {
    return united(a, b) == united(a, Dynamic(std::max(a.size(), b.size())));
}

// A computation under way: all but its root.
struct Open {
    ComputationBuilder builder;
    SizeNumbers numbers = {};
    BoundArrays results = {}; // the leaves of its root
};

class Bounder {
public:
    explicit Bounder(const Module& source) : source_(source), made_{source} {}

    Module run() {
        Module module = source_;
        module.source = nullptr;
        const Computation& entry = source_.entry_computation();
        std::vector<Dynamic> parameters;
        module.parameter_shapes.clear();
        std::vector<std::int64_t> now; // by leaf of the source
        for (const Shape& leaf : leaves_of(source_.parameter_shapes)) {
            parameters.push_back(united(leaf.dynamic, entry[entry.parameters[now.size()]].shape.dynamic));
            now.push_back(static_cast<std::int64_t>(module.parameter_shapes.size()));
            add_leaf(module.parameter_shapes, module.parameter_sizes, leaf, parameters.back());
        }
        Open open = computation(entry, parameters, true);
        std::vector<Dynamic> results;
        std::vector<std::int64_t> results_now;
        std::vector<Shape> result_shapes;
        for (const Shape& leaf : leaves_of(source_.result_shape)) {
            results.push_back(leaf.dynamic);
            results_now.push_back(static_cast<std::int64_t>(result_shapes.size()));
            add_leaf(result_shapes, module.result_sizes, leaf, leaf.dynamic);
        }
        module.result_shape = Shape::tuple_of(std::move(result_shapes));
        for (Alias& alias : module.aliases) {
            alias.output_leaf = results_now[static_cast<std::size_t>(alias.output_leaf)];
            alias.parameter_leaf = now[static_cast<std::size_t>(alias.parameter_leaf)];
        }
        module.computations[module.entry.index()] = closed(std::move(open), entry, results);
        for (Computation& made : made_.added) module.computations.push_back(std::move(made));
        keep_called(module); // not the regions as they were
        for (const Computation& made : module.computations) require_bounded(made);
        return module;
    }

private:
    // Computations that reduce and the like call must be static.
    static void require_bounded(const Computation& computation) {
        for (const Instruction& instruction : computation.instructions)
            if (instruction.shape.is_dynamic())
                throw InputError(Diagnostic{.message =
                                                "dynamic dimensions inside the computation of another op are not "
                                                "supported: export the function with static shapes",
                                            .instruction = describe(computation, instruction),
                                            .op_name = describe_origin(instruction.metadata),
                                            .place = instruction.place});
    }

    static void add_leaf(std::vector<Shape>& shapes, std::vector<SizeLeaf>& sizes, const Shape& leaf,
                         const Dynamic& dynamic) {
        const auto array = static_cast<std::int64_t>(shapes.size());
        shapes.push_back(at_bounds(leaf));
        for (std::size_t d = 0; d < dynamic.size(); ++d) {
            if (!dynamic[d]) continue;
            sizes.push_back({.size = static_cast<std::int64_t>(shapes.size()),
                             .array = array,
                             .dimension = static_cast<std::int64_t>(d)});
            shapes.push_back(Shape::scalar(ElementType::S32));
        }
    }

    // `parameters`: the dynamic dimensions of each. Sizes that the caller of the entry passes are clamped.
    Open computation(const Computation& source, const std::vector<Dynamic>& parameters, bool entry) {
        Open open{.builder = ComputationBuilder(source.name, source.instructions.size())};
        std::vector<BoundArrays> now(source.instructions.size());
        for (std::size_t p = 0; p < parameters.size(); ++p)
            now[source.parameters[p].index()] = {parameter(open.builder, source[source.parameters[p]], parameters[p])};
        for (std::size_t p = 0; entry && p < parameters.size(); ++p)
            clamp_sizes(open, source, source.parameters[p], now[source.parameters[p].index()][0]);
        for (std::size_t i = 0; i < now.size(); ++i) {
            const Instruction& instruction = source.instructions[i];
            if (instruction.opcode == Opcode::Parameter) continue;
            BoundArrays operands;
            for (const InstructionId operand : instruction.operands) {
                const BoundArrays& leaves = now[operand.index()];
                operands.insert(operands.end(), leaves.begin(), leaves.end());
            }
            now[i] = bounded(open, source, instruction, std::move(operands));
        }
        open.results = std::move(now[source.root.index()]);
        return open;
    }

    static BoundArray parameter(ComputationBuilder& builder, const Instruction& source, const Dynamic& dynamic) {
        builder.stand_for(source);
        BoundArray result{builder.parameter(at_bounds(source.shape)), std::vector<InstructionId>(source.shape.rank())};
        for (std::size_t d = 0; d < dynamic.size(); ++d) {
            if (!dynamic[d]) continue;
            Instruction size = source;
            size.name += "_size" + std::to_string(d);
            if (!size.metadata.op_name.empty()) size.metadata.op_name += "_size" + std::to_string(d);
            builder.stand_for(size);
            result.sizes[d] = builder.parameter(Shape::scalar(ElementType::S32));
        }
        return result;
    }

    void clamp_sizes(Open& open, const Computation& source, InstructionId parameter, BoundArray& array) {
        BoundOp op(open.builder, made_, open.numbers, source, source[parameter], source[parameter], {});
        for (std::size_t d = 0; d < array.sizes.size(); ++d)
            if (array.sizes[d].valid()) array.sizes[d] = op.clamped(array.sizes[d], source[parameter].shape.dims[d]);
    }

    // Adds the root: the leaves, each followed by the sizes of the dimensions that are to be dynamic.
    Computation closed(Open open, const Computation& source, const std::vector<Dynamic>& results) {
        const Instruction& root = source[source.root];
        BoundOp op(open.builder, made_, open.numbers, source, root, root, {});
        Expansion::Values leaves;
        for (std::size_t i = 0; i < open.results.size(); ++i) append(op, open.results[i], results[i], leaves);
        const InstructionId tuple = op.e.tuple(leaves);
        return std::move(open.builder).build(tuple);
    }

    static void append(BoundOp& op, const BoundArray& array, const Dynamic& dynamic, Expansion::Values& leaves) {
        leaves.push_back(array.array);
        for (std::size_t d = 0; d < dynamic.size(); ++d)
            if (dynamic[d]) leaves.push_back(op.size(array, d));
    }

    BoundArrays bounded(Open& open, const Computation& computation, const Instruction& source, BoundArrays operands) {
        if (source.opcode == Opcode::Tuple) return operands;
        if (source.opcode == Opcode::GetTupleElement)
            return {operands[static_cast<std::size_t>(source.attributes.tuple_index)]};
        Instruction instruction = source;
        instruction.shape = at_bounds(instruction.shape);
        instruction.literal = at_bounds(instruction.literal);
        instruction.operands.clear();
        for (const BoundArray& operand : operands) instruction.operands.push_back(operand.array);
        const bool dynamic = std::ranges::any_of(operands, [](const BoundArray& array) { return array.is_dynamic(); });
        BoundOp op(open.builder, made_, open.numbers, computation, source, instruction, std::move(operands));
        if (source.opcode == Opcode::While) return loop(op);
        if (source.opcode == Opcode::Conditional) return choice(op);
        if (is_feed(source.opcode))
            op.fail("a module with dynamic dimensions cannot take or give arrays while it runs: pass them as arguments "
                    "and results");
        if (pads_by_size(source))
            op.fail("its padding follows from a size that is known at run time only, which is supported for forward "
                    "convolutions and pools in steps of 1: export the function with static shapes, or pad by VALID");
        if (source.shape.is_dynamic() && is_host_call(source.opcode))
            op.fail("what the host gives cannot have dynamic dimensions: give it as arrays of its bounds");
        const bool makes = source.opcode == Opcode::SetDimensionSize || source.opcode == Opcode::DynamicReshape;
        if (!dynamic && !makes) return op.results(op.keep(), {});
        const BoundRule rule = bound_rule(source.opcode);
        if (rule == nullptr)
            op.fail(std::string(name_of(source.opcode)) +
                    " of arrays with dynamic dimensions is not supported: export the function with static shapes");
        return rule(op);
    }

    // The state has sizes where the operands have some, the source says so, or a round makes some.
    BoundArrays loop(BoundOp& op) {
        const std::vector<Shape> leaves = leaves_of(op.source.shape);
        std::vector<Dynamic> state;
        for (std::size_t i = 0; i < leaves.size(); ++i)
            state.push_back(united(leaves[i].dynamic, dynamic_of(op.operands[i])));
        const Computation &condition = source_[op.source.called[0]], &body = source_[op.source.called[1]];
        Open round = computation(body, state, false);
        for (bool known = false; !known;) {
            known = true;
            for (std::size_t i = 0; i < state.size(); ++i) {
                const Dynamic made = dynamic_of(round.results[i]);
                if (covers(state[i], made)) continue;
                state[i] = united(state[i], made);
                known = false;
            }
            if (!known) round = computation(body, state, false);
        }
        Open test = computation(condition, state, false);
        const InstructionId holds = test.results[0].array;
        const ComputationId tested = op.add(std::move(test.builder).build(holds));
        const ComputationId made = op.add(closed(std::move(round), body, state));
        Expansion::Values operands;
        for (std::size_t i = 0; i < state.size(); ++i) append(op, op.operands[i], state[i], operands);
        return of_regions(op, operands, {tested, made}, state);
    }

    BoundArrays choice(BoundOp& op) {
        const std::vector<Shape> leaves = leaves_of(op.source.shape);
        std::vector<Dynamic> results;
        for (const Shape& leaf : leaves) results.push_back(leaf.dynamic);
        Expansion::Values operands = {op.operands[0].array};
        std::vector<Open> branches;
        std::size_t next = 1;
        for (const ComputationId called : op.source.called) {
            std::vector<Dynamic> parameters;
            for (std::size_t p = 0; p < source_[called].parameters.size(); ++p) {
                parameters.push_back(united(dynamic_of(op.operands[next]),
                                            source_[called][source_[called].parameters[p]].shape.dynamic));
                append(op, op.operands[next++], parameters.back(), operands);
            }
            branches.push_back(computation(source_[called], parameters, false));
            for (std::size_t i = 0; i < results.size(); ++i)
                results[i] = united(results[i], dynamic_of(branches.back().results[i]));
        }
        std::vector<ComputationId> called;
        for (std::size_t b = 0; b < branches.size(); ++b)
            called.push_back(op.add(closed(std::move(branches[b]), source_[op.source.called[b]], results)));
        return of_regions(op, operands, std::move(called), results);
    }

    static BoundArrays of_regions(BoundOp& op, const Expansion::Values& operands, std::vector<ComputationId> called,
                                  const std::vector<Dynamic>& results) {
        const InstructionId id = op.keep(operands);
        ComputationBuilder& builder = op.e.builder();
        std::vector<Shape> shapes;
        std::vector<SizeLeaf> sizes;
        for (std::size_t i = 0; i < results.size(); ++i)
            add_leaf(shapes, sizes, leaves_of(op.source.shape)[i], results[i]);
        builder[id].shape = Shape::tuple_of(shapes);
        builder[id].called = std::move(called);
        BoundArrays arrays;
        std::size_t leaf = 0;
        for (const Dynamic& dynamic : results) {
            BoundArray array{builder.get_tuple_element(id, leaf++), {}};
            array.sizes.resize(builder[array.array].shape.rank());
            for (std::size_t d = 0; d < dynamic.size(); ++d)
                if (dynamic[d]) array.sizes[d] = builder.get_tuple_element(id, leaf++);
            arrays.push_back(std::move(array));
        }
        return arrays;
    }

    const Module& source_;
    AddedComputations made_;
};

} // namespace

Module bound_dimensions(Module module) {
    if (!has_dynamic_dimensions(module)) return module;
    keep_called(module);
    inline_calls(module);
    flatten_tuples(module);
    Module bounded = Bounder(module).run();
    verify_pass(bounded, "bound-dimensions");
    return bounded;
}

} // namespace hlo2cpp
