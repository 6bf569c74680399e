#include "program/region_builder.h"

#include <algorithm>
#include <iterator>

#include "kernel/step_access.h"
#include "program/comments.h"
#include "program/elements.h"
#include "program/provenance.h"
#include "program/run_parts.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

RegionBuilder::RegionBuilder(const ProgramInput& input, const std::vector<Argument>& arguments, Weights& weights,
                             Names& globals, const ExchangeNumbers& exchanges)
    : input_(input), names_(&globals), values_(input, arguments, weights, names_), log_(input),
      functions_(input, values_, weights, names_, globals), host_(input, values_, blocks_, names_),
      exchanges_(exchanges) {}

tree::Statements RegionBuilder::build(Program& program) {
    build_region(input_.schedule.entries.front().region, 0); // the module has one
    tree::Statements body = values_.take_bindings();
    if (!status_.empty())
        body.push_back(tree::Declare{.type = {.kind = tree::TypeKind::Named, .name = "int"},
                                     .name = status_,
                                     .value = tree::name(input_.prefix + "_OK")});
    tree::Statements statements = blocks_.take_all();
    if (input_.options.cooperative) {
        std::set<std::string> steps;
        for (const tree::Function& step : functions_.functions) steps.insert(step.name);
        RunParts parts = choose_part(cut_into_parts(std::move(statements), part_begins_), steps);
        program.parts = parts.calls;
        std::ranges::move(parts.statements, std::back_inserter(body));
    } else {
        std::ranges::move(statements, std::back_inserter(body));
    }
    body.push_back(tree::Return{.value = tree::name(status_.empty() ? input_.prefix + "_OK" : status_)});
    program.steps = std::move(functions_.functions);
    program.host_functions = std::move(host_.functions);
    program.lines = std::move(log_.lines);
    program.trace = std::move(log_.trace_points);
    return body;
}

void RegionBuilder::build_region(RegionId region, std::int32_t depth) {
    const std::vector<StepNode>& nodes = input_.schedule[region].steps;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        Position position = {.region = region, .step = static_cast<std::int32_t>(i), .depth = depth};
        if (depth == 0) part_begins_.push_back(blocks_[0].statements.size());
        blocks_.add(values_.enter(position));
        if (const Call* call = std::get_if<Call>(&nodes[i]))
            build_call(*call, position);
        else if (const While* loop = std::get_if<While>(&nodes[i]))
            build_while(*loop, position);
        else if (const Conditional* conditional = std::get_if<Conditional>(&nodes[i]))
            build_conditional(*conditional, position);
        else if (const HostCall* host = std::get_if<HostCall>(&nodes[i]); host != nullptr) {
            const HostCall* const wait = wait_at_once(nodes, i);
            build_host_step(*host, wait, position);
            i += wait != nullptr ? 1 : 0;
        } else
            build_copy(std::get<Copy>(nodes[i]), region);
    }
}

void RegionBuilder::build_call(const Call& call, const Position& position) {
    if (!has_work(input_, call.kernel)) return;
    const std::vector<DeadBytes> dead = input_.options.poison ? log_.dead_bytes(position) : std::vector<DeadBytes>{};
    const auto on_bytes = [&](const char* helper, const DeadBytes& bytes) {
        const Expression first = arena_bytes_at(input_, bytes.region, bytes.range.begin);
        return tree::call(helper, {first, tree::integer(bytes.range.size())});
    };
    for (const DeadBytes& range : dead) blocks_.add(tree::Evaluate{.expression = on_bytes("poison_bytes", range)});
    const Kernel& kernel = input_.kernels[call.kernel];
    if (is_statement(kernel)) {
        log_.add_line(position, Position::Part::Step, identifier(call.label));
        build_inline(call);
    } else {
        functions_.build(call);
        log_.add_line(position, Position::Part::Step, functions_.name_of(call));
        blocks_.add(functions_.calls(call, log_.lines.size() - 1));
    }
    const tree::Statements poisoned = {tree::Return{.value = tree::name(input_.prefix + "_POISONED")}};
    for (const DeadBytes& range : dead)
        blocks_.add(tree::If{.test = tree::logical_not(on_bytes("still_poisoned", range)), .body = poisoned});
    const std::string step = log_.last_line().name;
    for_each_stored(kernel, [&](const Output& output) { trace({step, position.region, call[output.argument], call}); });
}

tree::Statements RegionBuilder::statements_of(const KernelUse& use, const Pointer& pointer) {
    // The pointers are named before the statements take names of their own.
    for (const Output& output : use.kernel.outputs) pointer(output.argument, true);
    for (const ArgumentId argument : loaded_arguments(use.kernel)) pointer(argument, false);
    Names local(&names_);
    return kernel_statements(use, pointer, {}, local); // nothing is packed
}

tree::Statements RegionBuilder::statements_of(const Call& call) {
    return statements_of(use_of(input_, call),
                         [&](ArgumentId argument, bool) { return values_.pointer(call[argument]); });
}

void RegionBuilder::build_inline(const Call& call) {
    const std::vector<Output>& outputs = input_.kernels[call.kernel].outputs;
    const ValueId written = call[outputs[0].argument];
    tree::Statements statements = statements_of(call);
    const std::string comment = statement_comment(call);
    if (values_.is_local(written) || (outputs.size() == 1 && values_.is_declared_by_step(written)))
        return build_decision(written, std::move(statements), comment);
    for (const Output& output : outputs)
        if (const ValueId value = call[output.argument]; values_.is_declared_by_step(value))
            blocks_.add(
                tree::Declare{.type = tree::memory_type(input_[value].type), .name = values_.scalar_name(value)});
    if (tree::Assign* one = statements.size() == 1 ? std::get_if<tree::Assign>(&statements[0].node) : nullptr) {
        one->comment = comment;
        return blocks_.add(std::move(statements));
    }
    blocks_.add(tree::Block{.comment = comment, .body = std::move(statements)});
}

// A variable that the statements set.
void RegionBuilder::build_decision(ValueId decision, tree::Statements statements, const std::string& comment) {
    const bool local = values_.is_local(decision);
    const tree::Type type = local ? tree::value_type(input_[decision].type) : tree::memory_type(input_[decision].type);
    const std::string name = local ? values_.pointer(decision)->name : values_.scalar_name(decision);
    const bool once = local || values_.is_set_once(decision);
    if (const tree::Assign* one = statements.size() == 1 ? std::get_if<tree::Assign>(&statements[0].node) : nullptr)
        return blocks_.add(tree::Declare{
            .type = once ? tree::constant(type) : type, .name = name, .value = one->value, .comment = comment});
    blocks_.add(tree::Declare{.type = type, .name = name});
    blocks_.add(tree::Block{.comment = comment, .body = std::move(statements)});
}

void RegionBuilder::add_provenance(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata) {
    const std::string text = provenance_text(origins, metadata);
    if (!text.empty()) blocks_.add(tree::Comment{text});
}

void RegionBuilder::build_conditional(const Conditional& conditional, const Position& position) {
    add_provenance(origins_of(conditional), conditional.metadata);
    log_.add_line(position, Position::Part::Begin, identifier(conditional.name));
    const Expression selector = values_.element(conditional.selector);
    std::vector<tree::Statements> bodies;
    for (const Conditional::Branch& branch : conditional.branches) {
        blocks_.open({.guard = true});
        build_region(branch.region, position.depth + 1);
        bodies.push_back(blocks_.take_block());
    }
    if (bodies.size() > 2)
        blocks_.add(tree::Switch{.selector = selector, .cases = std::move(bodies)});
    else
        build_if(conditional, std::move(bodies));
}

void RegionBuilder::build_if(const Conditional& conditional, std::vector<tree::Statements> bodies) {
    if (bodies.size() == 1) return blocks_.add(tree::Block{.body = std::move(bodies[0])});
    const bool is_pred = input_[conditional.selector].type == ElementType::Pred;
    const Expression selector = values_.element(conditional.selector), zero = tree::integer(0);
    const bool variable = is_pred && values_.is_local(conditional.selector);
    const Expression is_zero = tree::equal(selector, zero), is_not_zero = tree::not_equal(selector, zero);
    const Expression first = variable ? selector : is_pred ? is_not_zero : is_zero;
    const Expression second = variable ? tree::logical_not(selector) : is_pred ? is_zero : is_not_zero;
    if (!bodies[0].empty())
        blocks_.add(tree::If{.test = first, .body = std::move(bodies[0]), .otherwise = std::move(bodies[1])});
    else if (!bodies[1].empty())
        blocks_.add(tree::If{.test = second, .body = std::move(bodies[1])});
}

void RegionBuilder::build_copy(const Copy& copy, RegionId region) {
    const Location &from_place = input_.plan[copy.from], &to_place = input_.plan[copy.to];
    if (from_place == to_place && from_place.place != Place::Constant) return;
    const std::int64_t elements = input_[copy.to].elements();
    if (elements == 0 || to_place.place == Place::Nowhere) return;
    const Value& from = input_[copy.from];
    const Expression to = values_.pointer(copy.to);
    if ((is_pred(from.type) || is_narrow_integer(from.type)) && from_place.place == Place::Parameter) {
        build_value_copy(copy);
    } else if (elements == 1 && !is_complex(from.type)) {
        const bool constant = from_place.place == Place::Constant;
        const Expression value =
            constant ? tree::memory_literal(from.type, from.literal->bytes.data()) : values_.element(copy.from);
        tree::Statements assign = {tree::Assign{.target = tree::subscript(to, tree::integer(0)), .value = value}};
        if (values_.is_declared_by_step(copy.to))
            build_decision(copy.to, std::move(assign), "");
        else
            blocks_.add(std::move(assign));
    } else {
        // Both may be in the arena, at places that overlap.
        const bool arena =
            from_place.place == Place::Arena && to_place.place == Place::Arena && from_place.region == to_place.region;
        const std::int64_t distance = to_place.offset - from_place.offset;
        const bool overlap = arena && std::max(distance, -distance) < from.bytes();
        const Expression array = values_.pointer(copy.from);
        const Expression source = from_place.place == Place::Constant ? copied_constant(input_, array) : array;
        blocks_.add(tree::Evaluate{
            .expression = tree::call(overlap ? "memmove" : "memcpy", {to, source, tree::integer(from.bytes())})});
    }
    trace({"copy to " + identifier(input_[copy.to].name), region, copy.to});
}

// Copies a value in one form: a caller may pass any nonzero number for true, and any upper bits of integers that are
// smaller than a byte.
void RegionBuilder::build_value_copy(const Copy& copy) {
    const Expression from = values_.pointer(copy.from), to = values_.pointer(copy.to);
    const std::string i = Names(&names_).unique("i");
    const std::int64_t elements = input_[copy.to].elements();
    const ElementType type = elements > INT32_MAX ? ElementType::S64 : ElementType::S32;
    const auto copy_element = [&](const Expression& at) {
        const ElementType element = input_[copy.from].type;
        const Expression value = value_from_memory(element, tree::subscript(from, at));
        blocks_.add(tree::Assign{.target = tree::subscript(to, at), .value = memory_from_value(element, value)});
    };
    if (elements == 1) return copy_element(tree::integer(0));
    blocks_.open_loop(
        {.type = tree::value_type(type), .name = i, .begin = tree::integer(0), .end = tree::integer(elements)});
    copy_element(tree::name(i));
    blocks_.close();
}

void RegionBuilder::build_host_step(const HostCall& call, const HostCall* wait, const Position& position) {
    if (call.exchange == Exchange::Device) return build_device_number(call);
    log_.add_line(position, Position::Part::Step, identifier(call.name));
    if (call.exchange != Exchange::None) return build_exchange(call, wait, position);
    host_.build(call);
    const std::string step = log_.last_line().name;
    for (const ValueId result : call.results) trace({step, position.region, result});
}

// The number of the device in its variable.
void RegionBuilder::build_device_number(const HostCall& call) {
    const ValueId number = call.results[0];
    const tree::Type type = tree::memory_type(input_[number].type);
    tree::Statements set = {tree::Assign{.target = tree::subscript(values_.pointer(number), tree::integer(0)),
                                         .value = tree::cast(type, tree::name("device"))}};
    if (values_.is_declared_by_step(number))
        return build_decision(number, std::move(set), comment_list(origins_of(call), 4));
    std::get<tree::Assign>(set[0].node).comment = comment_list(origins_of(call), 4);
    blocks_.add(std::move(set));
}

// A step that starts an exchange, or waits for one. A wait that follows its start at once is in the same block.
void RegionBuilder::build_exchange(const HostCall& call, const HostCall* wait, const Position& position) {
    host_.declare_pointers_of(call);
    if (status_.empty()) status_ = names_.unique("code");
    const Expression status = tree::name(status_), ok = tree::name(input_.prefix + "_OK");
    blocks_.open_block(provenance_text(origins_of(call), call.metadata));
    blocks_.add(tree::Assign{.target = status, .value = exchange_call(input_, call, exchanges_, host_, blocks_)});
    if (wait != nullptr)
        blocks_.add(
            tree::If{.test = tree::equal(status, ok),
                     .body = {tree::Assign{.target = status,
                                           .value = exchange_call(input_, *wait, exchanges_, host_, blocks_)}}});
    blocks_.add(tree::If{.test = tree::not_equal(status, ok), .body = {tree::Return{.value = status}}});
    blocks_.close();
    const HostCall& last = wait != nullptr ? *wait : call;
    if (last.exchange == Exchange::Wait) trace({log_.last_line().name, position.region, last.results[0]});
}

} // namespace hlo2cpp
