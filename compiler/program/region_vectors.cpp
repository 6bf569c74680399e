// Loops of the module over vectors of their rounds in the body of `run`.
#include <algorithm>

#include "program/affine.h"
#include "program/provenance.h"
#include "program/region_builder.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

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

} // namespace

Expression RegionBuilder::build_vectors(const While& loop, const ModuleLoop& vectors, tree::For counts,
                                        const Position& position) {
    const std::int64_t lanes = vectors.lanes;
    const Index begin = bound_index(input_, loop.start, loop.first),
                end = bound_index(input_, loop.limit, input_[loop.variable].counts.range.end), rounds = end - begin;
    Expression rest;
    if (rounds.is_constant()) {
        if (rounds.constant % lanes != 0) rest = sum_text(values_, begin + Index(rounds.constant / lanes * lanes));
    } else {
        const Expression whole = tree::binary(tree::Operator::Divide, sum_text(values_, rounds), tree::integer(lanes));
        rest = sum_of(tree::multiply(whole, tree::integer(lanes)), counts.begin);
    }
    counts.end = sum_text(values_, end - Index(lanes - 1));
    counts.step = lanes;
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
        if (!rest.valid()) log_.add_line(step, Position::Part::Step, identifier(call->label));
        build_rounds(*call, vectors);
    }
    blocks_.close();
    lanes_.clear();
    return rest;
}

void RegionBuilder::build_rounds(const Call& call, const ModuleLoop& vectors) {
    const Kernel& kernel = input_.kernels[call.kernel];
    const auto rounds = std::ranges::find(vectors.calls, call[kernel.outputs[0].argument], &RoundsCall::output);
    if (rounds == vectors.calls.end()) return build_inline(call);
    KernelUse use{
        .kernel = rounds->kernel, .nest = rounds->nest, .values = {}, .arithmetic = arithmetic_of(input_, call.kernel)};
    std::vector<bool> is_vector; // by argument: a scalar that differs from round to round
    for (std::size_t i = 0; i < call.values.size(); ++i) {
        use.values.push_back(input_[call.values[i]]);
        const KernelArgument& argument = use.kernel.arguments[i];
        is_vector.push_back(!argument.range && argument.elements() != use.values[i].elements());
        if (is_vector[i]) use.values[i].dims = argument.dims;
    }
    const auto variable = [&](ArgumentId argument) {
        std::string& name = lanes_[call[argument]];
        if (name.empty()) name = names_.unique(input_[call[argument]].name);
        return tree::name(name);
    };
    tree::Statements statements = statements_of(use, [&](ArgumentId argument, bool) {
        return is_vector[argument.index()] ? tree::unary(tree::Operator::AddressOf, variable(argument))
                                           : values_.pointer(call[argument]);
    });
    const std::string comment = statement_comment(call);
    tree::Assign* const one = statements.size() == 1 ? std::get_if<tree::Assign>(&statements[0].node) : nullptr;
    const auto type_of = [&](ArgumentId argument) {
        return tree::vector_type(use.kernel[argument].type, vectors.lanes);
    };
    if (const ArgumentId first = use.kernel.outputs[0].argument; one != nullptr && is_vector[first.index()])
        return blocks_.add(tree::Declare{.type = tree::constant(type_of(first)),
                                         .name = variable(first)->name,
                                         .value = one->value,
                                         .comment = comment});
    for (const Output& output : use.kernel.outputs)
        if (is_vector[output.argument.index()])
            blocks_.add(tree::Declare{.type = type_of(output.argument), .name = variable(output.argument)->name});
    if (one == nullptr) return blocks_.add(tree::Block{.comment = comment, .body = std::move(statements)});
    one->comment = comment;
    blocks_.add(std::move(statements));
}

} // namespace hlo2cpp
