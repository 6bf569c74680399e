// Loops of the module in the body of `run`.
#include "arrange/minimal_filter.h"
#include "program/comments.h"
#include "program/provenance.h"
#include "program/region_builder.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

// The convolution that the steps compute a strip of by minimal filtering; null: they compute none.
const Call* winograd_of(const Region& body) {
    for (const StepNode& step : body.steps)
        if (const Call* const call = std::get_if<Call>(&step); call != nullptr && call->winograd > 0) return call;
    return nullptr;
}

} // namespace

void RegionBuilder::build_while(const While& loop, const Position& position) {
    if (const Call* const winograd = winograd_of(input_.schedule[loop.body]))
        blocks_.add(tree::Comment{"A convolution by Winograd's " + name_of_filter(winograd->winograd) +
                                  ", a strip of tiles a round."});
    else if (loop.band)
        blocks_.add(tree::Comment{loop.trip_count == 1 ? "The rows that the first round of the next loop finds."
                                  : loop.carried.empty()
                                      ? "A few rows of each array a round."
                                      : "A few rows of each array a round; what the next round reads again is kept."});
    else
        add_provenance(origins_of(loop), loop.metadata);
    log_.add_line(position, Position::Part::Begin, identifier(loop.name));
    if (loop.trip_count == 1) {
        if (loop.variable.valid()) values_.set_variable(loop.variable, tree::integer(loop.first));
        build_body(loop, position);
        return trace_parts(loop, position);
    }
    Expression rounds;
    if (loop.stopped) {
        rounds = tree::name(names_.unique("rounds"));
        blocks_.add(tree::Declare{.type = tree::value_type(ElementType::S32),
                                  .name = rounds->name,
                                  .value = tree::integer(0),
                                  .comment = "at most " + std::to_string(loop.max_trips)});
    }
    if (loop.counts()) {
        build_counted(loop, position, rounds);
        return trace_parts(loop, position);
    }
    if (!open_while(loop, position)) {
        blocks_.open({.frame = tree::While{}});
        build_region(loop.condition, position.depth + 1);
        const Expression done = values_.is_local(loop.predicate)
                                    ? tree::logical_not(values_.element(loop.predicate))
                                    : tree::equal(values_.element(loop.predicate), tree::integer(0));
        blocks_.add(tree::If{.test = done, .body = {tree::Break{}}});
    }
    if (rounds.valid()) stop_after(loop, rounds);
    build_body(loop, position);
    blocks_.close();
}

// Reports arrays that the rounds of a band write in parts which are no rows.
void RegionBuilder::trace_parts(const While& loop, const Position& position) {
    if (!loop.band) return;
    for (const StepNode& step : input_.schedule[loop.body].steps) {
        const Call* const call = std::get_if<Call>(&step);
        if (call == nullptr || call->band_rows) continue;
        for_each_stored(input_.kernels[call->kernel], [&](const Output& output) {
            const auto carried = std::ranges::find(loop.carried, (*call)[output.argument], &While::Carried::next);
            if (carried != loop.carried.end())
                trace({functions_.name_of(*call), position.region, carried->value, *call});
        });
    }
}

void RegionBuilder::build_body(const While& loop, const Position& position) {
    band_ = loop.band ? &loop : nullptr;
    build_region(loop.body, position.depth + 1);
    band_ = nullptr;
}

void RegionBuilder::stop_after(const While& loop, const Expression& rounds) {
    if (status_.empty()) status_ = names_.unique("code");
    const tree::Assign stopped{.target = tree::name(status_), .value = tree::name(input_.prefix + "_TOO_MANY_ROUNDS")};
    blocks_.add(tree::If{.test = tree::equal(rounds, tree::integer(loop.max_trips)), .body = {stopped, tree::Break{}}});
    blocks_.add(tree::Assign{.target = rounds, .value = tree::integer(1), .assignment = tree::Assignment::Add});
}

bool RegionBuilder::open_while(const While& loop, const Position& position) {
    const std::vector<StepNode>& test = input_.schedule[loop.condition].steps;
    const Call* const call = test.size() == 1 ? std::get_if<Call>(&test[0]) : nullptr;
    if (call == nullptr || !values_.is_local(loop.predicate) || input_.options.trace || input_.options.poison)
        return false;
    if ((*call)[input_.kernels[call->kernel].outputs[0].argument] != loop.predicate) return false;
    const tree::Statements statements = statements_of(*call);
    const tree::Assign* const one = statements.size() == 1 ? std::get_if<tree::Assign>(&statements[0].node) : nullptr;
    if (one == nullptr) return false;
    log_.add_line({.region = loop.condition, .step = 0, .depth = position.depth + 1}, Position::Part::Step,
                  identifier(call->name));
    blocks_.open({.frame = tree::While{.test = one->value, .comment = statement_comment(*call)}});
    return true;
}

void RegionBuilder::build_counted(const While& loop, const Position& position, const Expression& rounds) {
    const Value& variable = input_[loop.variable];
    const Range range = variable.counts.range;
    const Expression begin = loop.start.valid() ? bound_of(loop.start, "begin") : tree::integer(loop.first);
    const Expression end =
        loop.limit.valid() ? bound_of(loop.limit, "end") : tree::integer(loop.step > 0 ? range.end : range.begin);
    if (counted_ == variable_names_.size()) variable_names_.push_back(names_.unique(variable.name));
    const std::string name = variable_names_[counted_++];
    const ModuleLoop* const decided = input_.nests.loop(loop.body);
    tree::For counts{.type = tree::value_type(variable.type),
                     .name = name,
                     .begin = begin,
                     .end = end,
                     .step = loop.step,
                     .unroll = decided != nullptr ? decided->unroll : 0};
    // Each round is traced, or poisoned, alone.
    if (decided != nullptr && decided->lanes > 1 && !input_.options.trace && !input_.options.poison)
        counts.begin = build_vectors(loop, *decided, counts, position);
    if (counts.begin.valid()) {
        values_.set_variable(loop.variable, tree::name(name));
        blocks_.open_loop(std::move(counts));
        if (rounds.valid()) stop_after(loop, rounds);
        build_body(loop, position);
        blocks_.close();
    }
    --counted_;
}

// Reads a bound once, since a compiler must expect that memory changes.
Expression RegionBuilder::bound_of(ValueId bound, const char* wanted) {
    if (input_.plan[bound].place == Place::Counter) return values_.element(bound);
    const std::string name = names_.unique(wanted);
    blocks_.add(tree::Declare{
        .type = tree::constant(tree::value_type(input_[bound].type)), .name = name, .value = values_.element(bound)});
    return tree::name(name);
}

} // namespace hlo2cpp
