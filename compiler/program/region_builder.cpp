#include "program/region_builder.h"

#include <algorithm>
#include <array>

#include "program/comments.h"
#include "program/elements.h"
#include "program/provenance.h"
#include "schedule/step_access.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

constexpr std::array<std::byte, 8> kZero = {}; // of any type

} // namespace

RegionBuilder::RegionBuilder(const ProgramInput& input, const std::vector<Argument>& arguments, Weights& weights,
                             Names& globals, const ExchangeNumbers& exchanges)
    : input_(input), weights_(weights), globals_(globals), names_(&globals), exchanges_(exchanges) {
    for (const Argument& argument : arguments) {
        names_.reserve(argument.name);
        if (!argument.state) pointed_[argument.name] = argument.shape.type;
        arguments_.try_emplace({argument.result, argument.leaf}, &argument);
    }
    buffer_of_.resize(input.schedule.values.size());
    for (std::size_t buffer = 0; buffer < input.plan.buffers.size(); ++buffer)
        for (const ValueId value : input.plan.buffers[buffer].values) buffer_of_[value.index()] = buffer;
    const std::vector<Position> order = depth_first(input.schedule);
    for (std::size_t i = 0; i < order.size(); ++i)
        positions_.try_emplace({order[i].region.value, order[i].step, static_cast<int>(order[i].part)},
                               static_cast<std::int32_t>(i));
    scalar_homes_ = scalar_homes(input);
    scalar_names_.resize(scalar_homes_.size());
    for (std::size_t i = 0; i < scalar_homes_.size(); ++i)
        homes_at_.emplace(std::pair{scalar_homes_[i].region.value, scalar_homes_[i].step}, i);
    group_calls();
    name_functions();
}

std::int32_t RegionBuilder::number_of(const Position& position, Position::Part part) const {
    return positions_.at({position.region.value, position.step, static_cast<int>(part)});
}

void RegionBuilder::add_line(const Position& position, Position::Part part, const std::string& name) {
    lines.push_back({number_of(position, part), position.depth, name});
}

void RegionBuilder::build() {
    build_region(input_.schedule.entries.front().region, 0); // the module has one
    body = std::move(bindings_);
    if (!status_.empty())
        body.push_back(tree::Declare{.type = {.kind = tree::TypeKind::Named, .name = "int"},
                                     .name = status_,
                                     .value = tree::name(input_.prefix + "_OK")});
    for (tree::Statement& statement : blocks_.take_all()) body.push_back(std::move(statement));
    body.push_back(tree::Return{.value = tree::name(status_.empty() ? input_.prefix + "_OK" : status_)});
}

void RegionBuilder::build_region(RegionId region, std::int32_t depth) {
    const std::vector<StepNode>& nodes = input_.schedule[region].steps;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        Position position = {.region = region, .step = static_cast<std::int32_t>(i), .depth = depth};
        declare_scalars(position);
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
    const std::vector<Range> dead = input_.options.poison ? dead_bytes(position) : std::vector<Range>{};
    const auto on_bytes = [](const char* helper, const Range& range) {
        const Expression first = tree::add(tree::name("arena"), tree::integer(range.begin));
        return tree::call(helper, {first, tree::integer(range.size())});
    };
    for (const Range& range : dead) blocks_.add(tree::Evaluate{.expression = on_bytes("poison_bytes", range)});
    const Kernel& kernel = input_.kernels[call.kernel];
    if (is_statement(kernel)) {
        add_line(position, Position::Part::Step, identifier(call.label));
        build_inline(call);
    } else {
        Functions& shared = shared_[shared_of_.at(&call)];
        if (shared.built.empty()) build_functions(shared);
        add_line(position, Position::Part::Step, step_names_.at(&call));
        build_calls(shared, call);
    }
    const tree::Statements poisoned = {tree::Return{.value = tree::name(input_.prefix + "_POISONED")}};
    for (const Range& range : dead)
        blocks_.add(tree::If{.test = tree::logical_not(on_bytes("still_poisoned", range)), .body = poisoned});
    const std::string step = lines.back().name;
    for (const Output& output : kernel.outputs) trace({step, position.region, call[output.argument], call});
}

tree::Statements RegionBuilder::statements_of(const Call& call) {
    const Kernel& kernel = input_.kernels[call.kernel];
    // The pointers are named before the statements take names of their own.
    for (const Output& output : kernel.outputs) pointer(call[output.argument]);
    for (const ValueId value : loaded_values(kernel, call)) pointer(value);
    Names local(&names_);
    const Pointer by_argument = [&](ArgumentId argument, bool) { return pointer(call[argument]); };
    return kernel_statements(input_, call, by_argument, {}, local); // nothing is packed
}

void RegionBuilder::build_inline(const Call& call) {
    const std::vector<Output>& outputs = input_.kernels[call.kernel].outputs;
    const ValueId written = call[outputs[0].argument];
    tree::Statements statements = statements_of(call);
    const std::string comment = statement_comment(call);
    if (is_local(written) || (outputs.size() == 1 && is_declared_by(written)))
        return build_decision(written, std::move(statements), comment);
    for (const Output& output : outputs)
        if (const ValueId value = call[output.argument]; is_declared_by(value))
            blocks_.add(tree::Declare{.type = tree::memory_type(input_[value].type), .name = scalar_name(value)});
    if (tree::Assign* one = statements.size() == 1 ? std::get_if<tree::Assign>(&statements[0].node) : nullptr) {
        one->comment = comment;
        return blocks_.add(std::move(statements));
    }
    blocks_.add(tree::Block{.comment = comment, .body = std::move(statements)});
}

// A variable that the statements set.
void RegionBuilder::build_decision(ValueId decision, tree::Statements statements, const std::string& comment) {
    const bool local = is_local(decision);
    const tree::Type type = local ? tree::value_type(input_[decision].type) : tree::memory_type(input_[decision].type);
    const std::string name = local ? pointer(decision)->name : scalar_name(decision);
    const bool once = local || home_of(decision).writes == 1;
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
    add_line(position, Position::Part::Begin, identifier(conditional.name));
    const Expression selector = element(conditional.selector);
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
    const Expression selector = element(conditional.selector), zero = tree::integer(0);
    const bool variable = is_pred && is_local(conditional.selector);
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
    const Expression to = pointer(copy.to);
    if ((is_pred(from.type) || is_narrow_integer(from.type)) && from_place.place == Place::Parameter) {
        build_value_copy(copy);
    } else if (elements == 1 && !is_complex(from.type)) {
        const bool constant = from_place.place == Place::Constant;
        const Expression value =
            constant ? tree::memory_literal(from.type, from.literal->bytes.data()) : element(copy.from);
        tree::Statements assign = {tree::Assign{.target = tree::subscript(to, tree::integer(0)), .value = value}};
        if (is_declared_by(copy.to))
            build_decision(copy.to, std::move(assign), "");
        else
            blocks_.add(std::move(assign));
    } else {
        // Both may be in the arena, at places that overlap.
        const bool arena = from_place.place == Place::Arena && to_place.place == Place::Arena;
        const std::int64_t distance = to_place.offset - from_place.offset;
        const bool overlap = arena && std::max(distance, -distance) < from.bytes();
        const Expression array = pointer(copy.from);
        const Expression source = from_place.place == Place::Constant ? copied_constant(input_, array) : array;
        blocks_.add(tree::Evaluate{
            .expression = tree::call(overlap ? "memmove" : "memcpy", {to, source, tree::integer(from.bytes())})});
    }
    trace({"copy to " + identifier(input_[copy.to].name), region, copy.to});
}

// A caller may pass any value but 0 for true, and any upper bits of integers that have no whole byte; what we write has
// one form.
void RegionBuilder::build_value_copy(const Copy& copy) {
    const Expression from = pointer(copy.from), to = pointer(copy.to);
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

Expression RegionBuilder::element(ValueId value) {
    if (input_.plan[value].place == Place::Counter) return counter(input_[value]);
    if (is_local(value)) return pointer(value);
    return tree::subscript(pointer(value), tree::integer(0));
}

Expression RegionBuilder::counter(const Value& value) const {
    const Counting& counts = value.counts;
    const Expression& variable = variables_.at(counts.variable);
    const Expression number = affine_sum({{.coefficient = counts.factor, .factor = variable}}, counts.offset);
    const bool same = input_[counts.variable].type == value.type;
    return same ? number : tree::cast(tree::memory_type(value.type), number);
}

Expression RegionBuilder::pointer(ValueId value) {
    switch (input_.plan[value].place) {
    case Place::Counter: return variables_.at(value);
    case Place::Local: {
        Expression& variable = variables_[value];
        if (!variable.valid()) variable = tree::name(names_.unique(input_[value].name));
        return variable;
    }
    case Place::Constant: return weights_.array(input_.constants.of_value[value.index()]);
    case Place::Parameter:
    case Place::Result: return argument_pointer(value);
    case Place::Arena: return arena_pointer(value);
    case Place::Scalar: return tree::unary(tree::Operator::AddressOf, tree::name(scalar_name(value)));
    case Place::Nowhere: break;
    }
    throw InternalError("a step uses a value that has no place");
}

const ScalarHome& RegionBuilder::home_of(ValueId value) const {
    return scalar_homes_[static_cast<std::size_t>(input_.plan[value].offset)];
}

std::string RegionBuilder::scalar_name(ValueId value) {
    std::string& name = scalar_names_[static_cast<std::size_t>(input_.plan[value].offset)];
    if (name.empty()) name = names_.unique(input_[value].name);
    return name;
}

// The variables that the step is the first to touch. One that it sets is declared with its value.
void RegionBuilder::declare_scalars(const Position& position) {
    declared_by_step_.clear();
    const auto [begin, end] = homes_at_.equal_range({position.region.value, position.step});
    for (auto home = begin; home != end; ++home) {
        const std::size_t scalar = home->second;
        if (scalar_homes_[scalar].set_by_step) {
            declared_by_step_.push_back(scalar);
            continue;
        }
        const ValueId value = input_.plan.scalars[scalar].front();
        blocks_.add(tree::Declare{.type = tree::memory_type(input_[value].type),
                                  .name = scalar_name(value),
                                  .value = tree::memory_literal(input_[value].type, kZero.data())});
    }
}

bool RegionBuilder::is_declared_by(ValueId value) const {
    const Location& location = input_.plan[value];
    return location.place == Place::Scalar &&
           std::ranges::find(declared_by_step_, static_cast<std::size_t>(location.offset)) != declared_by_step_.end();
}

Expression RegionBuilder::argument_pointer(ValueId value) {
    const Location& location = input_.plan[value];
    const auto found = arguments_.find({location.place == Place::Result, location.offset});
    check_internal(found != arguments_.end(), "a step uses an argument that the entry has not");
    const Argument& argument = *found->second;
    const Expression memory =
        argument.state ? tree::member(tree::name("state"), argument.name) : tree::name(argument.name);
    const tree::Type type = argument.type();
    if (type.element == input_[value].type) return memory;
    // The caller's memory, used for a value of another type, or of complex numbers.
    tree::Type element = tree::arena_type(input_[value].type), bytes;
    element.constant = bytes.constant = type.constant && !argument.state;
    return tree::cast(tree::pointer_to(element), tree::cast(tree::pointer_to(bytes), memory));
}

Expression RegionBuilder::arena_pointer(ValueId value) {
    const tree::Type element = element_type_at(input_, value);
    std::string& name = arena_names_[{buffer_of_[value.index()], tree::to_text(element)}];
    if (name.empty()) {
        name = names_.unique("b_" + identifier(input_[value].name));
        pointed_[name] = element.element;
        const Expression first = tree::add(tree::name("arena"), tree::integer(input_.plan[value].offset));
        const tree::Type type = tree::pointer_to(element);
        const std::int64_t size = input_.plan.buffers[buffer_of_[value.index()]].size;
        bindings_.push_back(tree::Declare{.type = tree::fixed(type),
                                          .name = name,
                                          .value = tree::cast(type, tree::cast(tree::pointer_to({}), first)),
                                          .elements = size / byte_size(input_[value].type)});
    }
    return tree::name(name);
}

// Fills what holds no buffer at the position with bytes that are a NaN, or -1.
std::vector<Range> RegionBuilder::dead_bytes(const Position& position) const {
    const std::int32_t number = number_of(position, Position::Part::Step);
    std::vector<Range> alive, dead;
    for (const ArenaBuffer& buffer : input_.plan.buffers)
        if (buffer.first <= number && number <= buffer.last)
            alive.push_back({buffer.offset, buffer.offset + buffer.size});
    std::ranges::sort(alive, {}, &Range::begin);
    alive.push_back({input_.plan.arena_bytes, input_.plan.arena_bytes});
    std::int64_t done = 0;
    for (const Range& range : alive) {
        if (range.begin > done) dead.push_back({done, range.begin});
        done = std::max(done, range.end);
    }
    return dead;
}

// A step of a band reports the rows that its round computes, any other the whole value.
void RegionBuilder::trace(TracePoint point) {
    const Value& value = input_[point.value];
    if (point.call && point.call->name.empty()) return; // it computes no instruction
    if (!input_.options.trace || input_.plan[point.value].place == Place::Nowhere || value.elements() == 0) return;
    Expression memory = pointer(point.value);
    point.elements = value.elements();
    if (band_ != nullptr) {
        const std::optional<BandRows>& rows = point.call->band_rows;
        if (!rows) return; // it keeps rows, and computes none
        if (rows->begin != 0) memory = tree::add(memory, tree::integer(rows->begin));
        if (rows->moves != 0)
            memory = tree::add(memory, tree::multiply(variables_.at(band_->variable), tree::integer(rows->moves)));
        point.elements = rows->step;
        point.first = rows->first + rows->step * band_->first;
    } else if (is_local(point.value)) {
        memory = tree::unary(tree::Operator::AddressOf, memory);
    }
    blocks_.add(tree::Evaluate{.expression = tree::call(input_.prefix + "_TRACE",
                                                        {tree::integer(static_cast<std::int64_t>(trace_points.size())),
                                                         tree::string(point.step), tree::string(info(value.type).name),
                                                         memory, tree::integer(point.elements)})});
    trace_points.push_back(std::move(point));
}

} // namespace hlo2cpp
