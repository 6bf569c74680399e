#include "generate/region.h"

#include <algorithm>

#include "generate/affine_text.h"
#include "generate/comments.h"
#include "generate/elements.h"
#include "generate/numbers.h"
#include "generate/stack/model.h"
#include "generate/template.h"
#include "generate/text_lines.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::string without_final_newline(std::string text) {
    if (text.ends_with('\n')) text.pop_back();
    return text;
}

std::string statement_comment(const Call& call) {
    return "// " + comment_list(call.origins.empty() ? std::vector<std::string>{call.name} : call.origins, 4);
}

} // namespace

std::string provenance_comment(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata) {
    std::string text;
    if (!origins.empty()) text = comment_list(origins);
    std::vector<std::string> places;
    for (const Metadata& one : metadata) {
        const std::string place = comment_origin(one);
        if (!place.empty() && std::ranges::find(places, place) == places.end()) places.push_back(place);
    }
    constexpr std::size_t kMost = 4;
    for (std::size_t i = 0; i < std::min(places.size(), kMost); ++i) text += (i == 0 ? ": " : "; ") + places[i];
    if (places.size() > kMost) text += "; ... (" + std::to_string(places.size() - kMost) + " more)";
    return text.empty() ? "" : "//   " + wrap(text, 112, "//   ") + "\n";
}

RegionPrinter::RegionPrinter(const Program& program, const std::vector<Argument>& arguments, Weights& weights,
                             Names& globals)
    : program_(program), arguments_(arguments), weights_(weights), globals_(globals), names_(&globals) {
    for (const Argument& argument : arguments) names_.reserve(argument.name);
    buffer_of_.resize(program.schedule.values.size());
    for (std::size_t buffer = 0; buffer < program.plan.buffers.size(); ++buffer)
        for (const ValueId value : program.plan.buffers[buffer].values) buffer_of_[value.index()] = buffer;
    const std::vector<Position> order = depth_first(program.schedule);
    for (std::size_t i = 0; i < order.size(); ++i)
        positions_.try_emplace({order[i].region.value, order[i].step, static_cast<int>(order[i].part)},
                               static_cast<std::int32_t>(i));
    group_calls();
}

std::int32_t RegionPrinter::position_of(RegionId region, std::size_t step, Position::Part part) const {
    return positions_.at({region.value, static_cast<std::int32_t>(step), static_cast<int>(part)});
}

void RegionPrinter::print() {
    print_region(program_.schedule.entries.front().region, 0); // the module has one
    lines = std::move(bindings_);
    for (std::string& line : blocks_.take_lines()) lines.push_back(std::move(line));
    entry_stack_bytes =
        stack_bytes_of(entry_features(program_.nests.target, arguments_.size() + 1, step_parameters_, lines));
}

void RegionPrinter::print_region(RegionId region, std::int32_t depth) {
    const std::vector<StepNode>& nodes = program_.schedule[region].steps;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        Position position = {.region = region, .step = static_cast<std::int32_t>(i), .depth = depth};
        if (const Call* call = std::get_if<Call>(&nodes[i]))
            print_call(*call, position);
        else if (const While* loop = std::get_if<While>(&nodes[i]))
            print_while(*loop, position);
        else if (const Conditional* conditional = std::get_if<Conditional>(&nodes[i]))
            print_conditional(*conditional, position);
        else
            print_copy(std::get<Copy>(nodes[i]), region);
    }
}

void RegionPrinter::print_call(const Call& call, const Position& position) {
    if (!has_work(program_, call.kernel)) return;
    const std::int32_t number =
        position_of(position.region, static_cast<std::size_t>(position.step), Position::Part::Step);
    const std::vector<Range> dead = program_.options.poison ? dead_bytes(number) : std::vector<Range>{};
    const auto bytes = [](const Range& range) {
        return "(arena + " + std::to_string(range.begin) + ", " + std::to_string(range.size()) + ")";
    };
    for (const Range& range : dead) blocks_.line("poison_bytes" + bytes(range) + ";");
    const Kernel& kernel = program_.kernels[call.kernel];
    if (is_statement(kernel)) {
        steps.push_back({number, position.depth, identifier(call.name), ""});
        print_inline(call);
    } else {
        Functions& shared = functions_[functions_of_.at(&call)];
        const bool first = shared.printed.empty();
        if (first) print_functions(shared);
        steps.push_back({number, position.depth, first ? shared.printed[0].first : identifier(call.name), ""});
        print_call_of(shared, call);
    }
    for (const Range& range : dead)
        blocks_.line("if (!still_poisoned" + bytes(range) + ") return " + program_.prefix + "_POISONED;");
    const std::string step = steps.back().name;
    for (const Output& output : kernel.outputs) trace({step, position.region, call[output.argument], call});
}

std::vector<std::string> RegionPrinter::statements_of(const Call& call) {
    const Kernel& kernel = program_.kernels[call.kernel];
    // The pointers are named before the statements take names of their own.
    for (const Output& output : kernel.outputs) pointer(call[output.argument], true);
    for (const ValueId value : loaded_values(kernel, call)) pointer(value, false);
    Names local(&names_);
    const PointerName name = [&](ArgumentId argument, bool written) { return pointer(call[argument], written); };
    return kernel_lines(program_, call, name, {}, local); // nothing is packed
}

void RegionPrinter::print_inline(const Call& call) {
    const ValueId written = call[program_.kernels[call.kernel].outputs[0].argument];
    const std::vector<std::string> statements = statements_of(call);
    const std::string comment = statement_comment(call);
    if (is_local(written)) return print_decision(written, statements, comment);
    if (statements.size() == 1) return blocks_.line(statements[0] + " " + comment);
    blocks_.open(Block{.header = "{ " + comment, .footer = "}"});
    for (const std::string& statement : statements) blocks_.line(statement);
    blocks_.close();
}

// A variable that the statements set.
void RegionPrinter::print_decision(ValueId decision, const std::vector<std::string>& statements,
                                   const std::string& comment) {
    const std::string type(info(program_[decision].type).value_type);
    if (statements.size() == 1) return blocks_.line("const " + type + " " + statements[0] + " " + comment);
    blocks_.line(type + " " + pointer(decision, true) + ";");
    blocks_.open(Block{.header = "{ " + comment, .footer = "}"});
    for (const std::string& statement : statements) blocks_.line(statement);
    blocks_.close();
}

// Those of one kernel whose arrays share their bytes alike, in the order in which they run.
void RegionPrinter::group_calls() {
    std::map<std::pair<KernelId, std::vector<std::int32_t>>, std::size_t> known;
    for (const Position& position : depth_first(program_.schedule)) {
        const StepNode& step = program_.schedule[position.region].steps[static_cast<std::size_t>(position.step)];
        const Call* const call = std::get_if<Call>(&step);
        if (call == nullptr || is_statement(program_.kernels[call->kernel])) continue;
        const auto [group, fresh] = known.try_emplace({call->kernel, shared_bytes(program_, *call)}, functions_.size());
        if (fresh) functions_.emplace_back();
        functions_[group->second].calls.push_back(call);
        functions_of_[call] = group->second;
    }
}

void RegionPrinter::print_functions(Functions& shared) {
    const Call& call = *shared.calls.front();
    for (const Part& part : parts_of(program_, call.kernel)) {
        // No argument or pointer of `run` may hide it.
        const std::size_t number = shared.printed.size();
        const std::string name = names_.unique(call.name + (number == 0 ? "" : "_part" + std::to_string(number + 1)));
        print_part(shared, part, name,
                   number == 0 ? step_comment(shared, part.box)
                               : "// " + shared.printed[0].first + " goes on: " + part.box + "\n");
    }
}

std::string RegionPrinter::step_comment(const Functions& shared, const std::string& box) const {
    const Call& call = *shared.calls.front();
    std::string shapes;
    for (const Output& output : program_.kernels[call.kernel].outputs) {
        const Value& value = program_[call[output.argument]];
        shapes += ", " + to_string(Shape::array(value.type, value.dims));
    }
    const std::size_t others = shared.calls.size() - 1;
    return "// " +
           wrap("Step " + std::to_string(steps.size()) +
                    (others == 0 ? "" : " and " + std::to_string(others) + (others == 1 ? " other" : " others")) +
                    shapes + (box.empty() ? "" : ", here " + box),
                112, "//     ") +
           "\n" + provenance_comment(call.origins, call.metadata);
}

void RegionPrinter::print_part(Functions& shared, const Part& part, const std::string& name,
                               const std::string& comment) {
    KernelFunction function = kernel_function(program_, shared.calls, weights_, globals_, part);
    for (std::string& line : function.lines)
        if (line.ends_with(kRolled)) line.replace(line.find('@'), 1, program_.prefix + "_");
    std::string parameters;
    const KernelId kernel = shared.calls.front()->kernel;
    for (const auto& [variable, parameter] : function.variables)
        parameters += (parameters.empty() ? "" : ", ") +
                      std::string(info(program_.kernels[kernel][variable].type).value_type) + " " + parameter;
    for (const PointerParameter& parameter : function.parameters)
        parameters += std::string(parameters.empty() ? "" : ", ") + (parameter.written ? "" : "const ") +
                      parameter.type + "* " + (parameter.alone ? "__restrict " : "") + parameter.name;
    functions += fill_template("step.tmpl", {{"comment", without_final_newline(comment)},
                                             {"signature", wrap_code(program_.prefix + "_STEP void " + name + "(" +
                                                                     parameters + ") noexcept {")},
                                             {"body", join_lines(function.lines)}});
    functions += "\n";
    step_stack_bytes =
        std::max(step_stack_bytes, stack_bytes_of(step_features(program_.nests.target, parameters, function.lines)));
    step_parameters_ = std::max(step_parameters_, function.variables.size() + function.parameters.size());
    function.lines.clear();
    shared.printed.emplace_back(name, std::move(function));
}

void RegionPrinter::print_call_of(const Functions& shared, const Call& call) {
    if (shared.calls.size() > 1) print_provenance(call.origins, call.metadata);
    const ArgumentId scratch = scratch_of(program_.kernels[call.kernel]);
    for (const auto& [name, function] : shared.printed) {
        std::string arguments;
        const auto add = [&](const std::string& argument) { arguments += (arguments.empty() ? "" : ", ") + argument; };
        for (const auto& [variable, parameter] : function.variables) add(pointer(call[variable], false));
        for (const PointerParameter& parameter : function.parameters) {
            if (parameter.packing >= 0)
                add(weights_.array(constant_of(program_, call, parameter.argument, parameter.packing)));
            else
                add(pointer(parameter.argument == scratch ? call.scratch : call[parameter.argument],
                            parameter.written));
        }
        blocks_.line(name + "(" + arguments + ");");
    }
}

void RegionPrinter::print_provenance(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata) {
    for (const std::string& line : split_lines(provenance_comment(origins, metadata)))
        blocks_.line("// " + line.substr(5));
}

void RegionPrinter::print_while(const While& loop, const Position& position) {
    const std::vector<std::string> origins = loop.origins.empty() ? std::vector<std::string>{loop.name} : loop.origins;
    print_provenance(origins, loop.metadata);
    const std::int32_t number =
        position_of(position.region, static_cast<std::size_t>(position.step), Position::Part::Begin);
    steps.push_back({number, position.depth, identifier(loop.name),
                     loop.trip_count >= 0 ? std::to_string(loop.trip_count) + " times" : "while its condition holds"});
    if (loop.trip_count == 1) return print_region(loop.body, position.depth + 1);
    if (loop.trip_count > 0) {
        open_counted(loop);
    } else if (!open_while(loop, position)) {
        blocks_.open_loop("for (;;) {");
        print_region(loop.condition, position.depth + 1);
        const std::string predicate = in_parentheses(element(loop.predicate));
        blocks_.line("if (" + (is_local(loop.predicate) ? "!" + predicate : predicate + " == 0") + ") break;");
    }
    print_region(loop.body, position.depth + 1);
    if (loop.trip_count > 0) --loops_around_;
    blocks_.close();
}

bool RegionPrinter::open_while(const While& loop, const Position& position) {
    const std::vector<StepNode>& test = program_.schedule[loop.condition].steps;
    const Call* const call = test.size() == 1 ? std::get_if<Call>(&test[0]) : nullptr;
    if (call == nullptr || !is_local(loop.predicate) || program_.options.trace || program_.options.poison) return false;
    const std::vector<std::string> statements = statements_of(*call);
    if ((*call)[program_.kernels[call->kernel].outputs[0].argument] != loop.predicate || statements.size() != 1)
        return false;
    steps.push_back(
        {position_of(loop.condition, 0, Position::Part::Step), position.depth + 1, identifier(call->name), ""});
    const std::size_t assigned = (pointer(loop.predicate, true) + " = ").size();
    blocks_.open_loop("while (" + statements[0].substr(assigned, statements[0].size() - assigned - 1) + ") { " +
                      statement_comment(*call));
    return true;
}

void RegionPrinter::open_counted(const While& loop) {
    const Value& variable = program_[loop.variable];
    if (loops_around_ == variable_names_.size()) variable_names_.push_back(names_.unique(variable.name));
    const std::string name = variable_names_[loops_around_++];
    variables_[loop.variable] = name;
    const std::int64_t step = loop.step, last = step > 0 ? variable.counts.range.high : variable.counts.range.low;
    const std::string test = step > 0 ? " < " + integer_literal(last + 1) : " >= " + integer_literal(last);
    const std::string sign = step > 0 ? "+" : "-", distance = integer_literal(step > 0 ? step : -step);
    blocks_.open_loop("for (" + std::string(info(variable.type).value_type) + " " + name + " = " +
                      integer_literal(loop.first) + "; " + name + test + "; " +
                      (distance == "1" ? sign + sign + name : name + " " + sign + "= " + distance) + ") {");
}

void RegionPrinter::print_conditional(const Conditional& conditional, const Position& position) {
    const std::vector<std::string> origins =
        conditional.origins.empty() ? std::vector<std::string>{conditional.name} : conditional.origins;
    print_provenance(origins, conditional.metadata);
    const std::int32_t number =
        position_of(position.region, static_cast<std::size_t>(position.step), Position::Part::Begin);
    const std::size_t count = conditional.branches.size();
    steps.push_back(
        {number, position.depth, identifier(conditional.name), "one of " + std::to_string(count) + " branches"});
    const std::string selector = element(conditional.selector);
    std::vector<std::vector<std::string>> bodies;
    for (const Conditional::Branch& branch : conditional.branches) {
        blocks_.open(Block{.header = "{", .footer = "}", .guard = true});
        print_region(branch.region, position.depth + 1);
        bodies.push_back(blocks_.take_block());
    }
    if (count > 2)
        print_switch(selector, bodies);
    else
        print_if(in_parentheses(selector),
                 program_[conditional.selector].type != ElementType::Pred ? " == 0"
                 : is_local(conditional.selector)                         ? ""
                                                                          : " != 0",
                 bodies);
}

// Outside [0, count) it is the last branch.
void RegionPrinter::print_switch(const std::string& selector, const std::vector<std::vector<std::string>>& bodies) {
    blocks_.open(Block{.header = "switch (" + selector + ") {", .footer = "}"});
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::string label = i + 1 == bodies.size() ? "default:" : "case " + std::to_string(i) + ":";
        blocks_.open(Block{.header = label + " {", .footer = "}"});
        for (const std::string& line : bodies[i]) blocks_.line(line);
        blocks_.line("break;");
        blocks_.close();
    }
    blocks_.close();
}

void RegionPrinter::print_if(const std::string& selector, const std::string& is_first,
                             const std::vector<std::vector<std::string>>& bodies) {
    const auto body = [&](std::string header, std::string footer, const std::vector<std::string>& text) {
        blocks_.open(Block{.header = std::move(header), .footer = std::move(footer)});
        for (const std::string& line : text) blocks_.line(line);
        blocks_.close();
    };
    const std::string first = selector + is_first;
    const std::string second = is_first.empty() ? "!" + selector : selector + (is_first == " == 0" ? " != 0" : " == 0");
    const std::vector<std::string>& last = bodies.back();
    if (bodies.size() == 1)
        body("{", "}", last);
    else if (bodies[0].empty() && !last.empty())
        body("if (" + second + ") {", "}", last);
    else if (!bodies[0].empty())
        body("if (" + first + ") {", last.empty() ? "}" : "", bodies[0]);
    if (bodies.size() == 2 && !bodies[0].empty() && !last.empty()) body("} else {", "}", last);
}

void RegionPrinter::print_copy(const Copy& copy, RegionId region) {
    if (program_.plan[copy.from] == program_.plan[copy.to] && program_.plan[copy.from].place != Place::Constant) return;
    const std::int64_t elements = program_[copy.to].elements();
    if (elements == 0 || program_.plan[copy.to].place == Place::Nowhere) return;
    const Value& from = program_[copy.from];
    const std::string to = pointer(copy.to, true);
    if (is_pred(from.type) && program_.plan[copy.from].place == Place::Parameter) {
        print_pred_copy(copy);
    } else if (elements == 1 && !is_complex(from.type)) {
        const bool constant = program_.plan[copy.from].place == Place::Constant;
        blocks_.line(to + "[0] = " +
                     (constant ? memory_literal(from.type, from.literal->bytes.data()) : element(copy.from)) + ";");
    } else {
        // Both may be in the arena, at places that overlap.
        const bool arena =
            program_.plan[copy.from].place == Place::Arena && program_.plan[copy.to].place == Place::Arena;
        const std::int64_t distance = program_.plan[copy.to].offset - program_.plan[copy.from].offset;
        const bool overlap = arena && std::max(distance, -distance) < from.bytes();
        blocks_.line(std::string(overlap ? "memmove(" : "memcpy(") + to + ", " + pointer(copy.from, false) + ", " +
                     std::to_string(from.bytes()) + ");");
    }
    trace({"copy to " + identifier(program_[copy.to].name), region, copy.to});
}

// A caller may pass any value but 0 for true; what we write is 0 or 1.
void RegionPrinter::print_pred_copy(const Copy& copy) {
    const std::string from = pointer(copy.from, false), to = pointer(copy.to, true), i = Names(&names_).unique("i");
    const std::int64_t elements = program_[copy.to].elements();
    const std::string type = elements > INT32_MAX ? "int64_t" : "int32_t";
    if (elements == 1) return blocks_.line(to + "[0] = static_cast<uint8_t>(" + from + "[0] != 0);");
    blocks_.open_loop("for (" + type + " " + i + " = 0; " + i + " < " + integer_literal(elements) + "; ++" + i + ") {");
    blocks_.line(to + "[" + i + "] = static_cast<uint8_t>(" + from + "[" + i + "] != 0);");
    blocks_.close();
}

std::string RegionPrinter::element(ValueId value) {
    if (program_.plan[value].place == Place::Counter) return counter(program_[value]);
    if (is_local(value)) return pointer(value, false);
    return pointer(value, false) + "[0]";
}

std::string RegionPrinter::counter(const Value& value) const {
    const Counting& counts = value.counts;
    const std::string text =
        affine_text({{.coefficient = counts.factor, .text = variables_.at(counts.variable)}}, counts.offset);
    const bool same = program_[counts.variable].type == value.type;
    return same ? text : "static_cast<" + std::string(info(value.type).memory_type) + ">(" + text + ")";
}

std::string RegionPrinter::pointer(ValueId value, bool) {
    const Location& location = program_.plan[value];
    const std::string type = element_type_at(program_, value);
    switch (location.place) {
    case Place::Counter:
        return variables_.at(value);
    case Place::Local: {
        std::string& name = variables_[value];
        if (name.empty()) name = names_.unique(program_[value].name);
        return name;
    }
    case Place::Constant:
        return weights_.array(program_.constants.of_value[value.index()]);
    case Place::Parameter:
    case Place::Result:
        for (const Argument& argument : arguments_) {
            if (argument.leaf != location.offset || argument.result != (location.place == Place::Result)) continue;
            used_arguments.insert(argument.name);
            const std::string memory = argument.state ? "state->" + argument.name : argument.name;
            if (argument.shape.type == program_[value].type) return memory;
            // The caller's memory, used for a value of another type.
            const std::string alias = memory_alias(program_[value].type) + "*";
            return "static_cast<" + alias + ">(static_cast<void*>(" + memory + "))";
        }
        break;
    case Place::Arena: {
        std::string& name = arena_pointers_[{buffer_of_[value.index()], type}];
        if (name.empty()) {
            name = names_.unique("b_" + identifier(program_[value].name));
            bindings_.push_back(type + "* const " + name + " = static_cast<" + type + "*>(static_cast<void*>(arena + " +
                                std::to_string(location.offset) + "));");
        }
        return name;
    }
    case Place::Nowhere:
        break;
    }
    throw InternalError("a step uses a value that has no place");
}

// Fills what holds no buffer at the position with bytes that are a NaN, or -1.
std::vector<Range> RegionPrinter::dead_bytes(std::int32_t position) const {
    std::vector<Range> alive, dead;
    for (const ArenaBuffer& buffer : program_.plan.buffers)
        if (buffer.first <= position && position <= buffer.last)
            alive.push_back({buffer.offset, buffer.offset + buffer.size});
    std::ranges::sort(alive, {}, &Range::begin);
    alive.push_back({program_.plan.arena_bytes, program_.plan.arena_bytes});
    std::int64_t done = 0;
    for (const Range& range : alive) {
        if (range.begin > done) dead.push_back({done, range.begin});
        done = std::max(done, range.end);
    }
    return dead;
}

void RegionPrinter::trace(const TracePoint& point) {
    const Value& value = program_[point.value];
    if (!program_.options.trace || program_.plan[point.value].place == Place::Nowhere || value.elements() == 0) return;
    blocks_.line(program_.prefix + "_TRACE(" + std::to_string(trace_points.size()) + ", \"" + point.step + "\", \"" +
                 std::string(info(value.type).name) + "\", " + (is_local(point.value) ? "&" : "") +
                 pointer(point.value, false) + ", " + std::to_string(value.elements()) + ");");
    trace_points.push_back(point);
}

} // namespace hlo2cpp
