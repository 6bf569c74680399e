// Loops of the module over vectors of their rounds in the body of `run`.
#include <algorithm>

#include "program/affine.h"
#include "program/provenance.h"
#include "program/region_builder.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;
using tree::Operator;

namespace {

// The value that a counted loop starts at, or stays below, as a sum of variables of loops around.
Index bound_index(const ProgramInput& input, ValueId bound, std::int64_t otherwise) {
    if (!bound.valid()) return otherwise;
    const Counting& counts = input[bound].counts;
    Index variable;
    variable.products = {{TermId(counts.variable.index()), counts.factor}};
    return variable + Index(counts.offset);
}

Expression sum_text(const RunValues& values, const Index& sum) {
    std::vector<AffineTerm> terms;
    for (const auto& [term, coefficient] : sum.products)
        terms.push_back({.coefficient = coefficient, .factor = values.variable(ValueId(term.index()))});
    return affine_sum(std::move(terms), sum.constant);
}

// The first round behind the vectors, or nothing if they hold all rounds.
Expression first_left(const RunValues& values, const Index& begin, const Index& end, std::int64_t lanes) {
    const Index rounds = end - begin;
    if (!rounds.is_constant()) {
        const Expression vectors = tree::binary(Operator::Divide, sum_text(values, rounds), tree::integer(lanes));
        return sum_of(tree::multiply(vectors, tree::integer(lanes)), sum_text(values, begin));
    }
    const std::int64_t left = rounds.constant % lanes;
    return left == 0 ? Expression() : sum_text(values, end - Index(left));
}

// A call for several rounds at once.
struct UseInLanes {
    KernelUse use;
    std::vector<bool> has_lanes; // by argument: a vector stands for a scalar that differs from round to round
};

UseInLanes use_in_lanes(const ProgramInput& input, const Call& call, const RoundsCall& rounds) {
    UseInLanes made{.use = {.kernel = rounds.kernel,
                            .nest = rounds.nest,
                            .values = use_of(input, call).values,
                            .arithmetic = arithmetic_of(input, call.kernel)},
                    .has_lanes = {}};
    for (std::size_t i = 0; i < call.values.size(); ++i) {
        const KernelArgument& argument = rounds.kernel.arguments[i];
        Value& value = made.use.values[i];
        made.has_lanes.push_back(!argument.range && argument.elements() != value.elements());
        if (made.has_lanes[i]) value.dims = argument.dims;
    }
    return made;
}

} // namespace

Expression RegionBuilder::build_vectors(const While& loop, const ModuleLoop& vectors, tree::For counts,
                                        const Position& position) {
    const Index begin = bound_index(input_, loop.start, loop.first),
                end = bound_index(input_, loop.limit, input_[loop.variable].counts.range.end);
    const Expression left = first_left(values_, begin, end, vectors.lanes);
    counts.end = sum_text(values_, end - Index(vectors.lanes - 1));
    counts.step = vectors.lanes;
    values_.set_variable(loop.variable, tree::name(counts.name));
    blocks_.open_loop(std::move(counts));
    const std::vector<StepNode>& steps = input_.schedule[loop.body].steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Position step = {.region = loop.body, .step = static_cast<std::int32_t>(i), .depth = position.depth + 1};
        blocks_.add(values_.enter(step));
        if (const Copy* const copy = std::get_if<Copy>(&steps[i])) {
            build_copy(*copy, loop.body);
            continue;
        }
        const Call* const call = std::get_if<Call>(&steps[i]);
        check_internal(call != nullptr, "a loop over vectors has a step that is no call");
        if (!left.valid()) log_.add_line(step, Position::Part::Step, identifier(call->label));
        build_rounds(*call, vectors);
    }
    blocks_.close();
    lanes_.clear();
    return left;
}

void RegionBuilder::build_rounds(const Call& call, const ModuleLoop& vectors) {
    const ValueId first = call[input_.kernels[call.kernel].outputs[0].argument];
    const auto rounds = std::ranges::find(vectors.calls, first, &RoundsCall::output);
    if (rounds == vectors.calls.end()) return build_inline(call);
    const auto [use, has_lanes] = use_in_lanes(input_, call, *rounds);
    for (std::size_t i = 0; i < call.values.size(); ++i)
        if (has_lanes[i] && !lanes_.contains(call.values[i]))
            lanes_[call.values[i]] = names_.unique(input_[call.values[i]].name);
    const auto variable = [&](ArgumentId argument) { return tree::name(lanes_.at(call[argument])); };
    tree::Statements statements = statements_of(use, [&](ArgumentId argument, bool) {
        return has_lanes[argument.index()] ? tree::unary(Operator::AddressOf, variable(argument))
                                           : values_.pointer(call[argument]);
    });
    tree::Assign* const one = statements.size() == 1 ? std::get_if<tree::Assign>(&statements[0].node) : nullptr;
    const std::string comment = statement_comment(call);
    for (const Output& output : use.kernel.outputs) {
        if (!has_lanes[output.argument.index()]) continue;
        const tree::Type type = tree::vector_type(use.kernel[output.argument].type, vectors.lanes);
        const std::string name = variable(output.argument)->name;
        if (one != nullptr)
            return blocks_.add(
                tree::Declare{.type = tree::constant(type), .name = name, .value = one->value, .comment = comment});
        blocks_.add(tree::Declare{.type = type, .name = name});
    }
    if (one == nullptr) return blocks_.add(tree::Block{.comment = comment, .body = std::move(statements)});
    one->comment = comment;
    blocks_.add(std::move(statements));
}

} // namespace hlo2cpp
