#include "program/step_functions.h"

#include <functional>

#include "program/comments.h"
#include "program/names.h"
#include "program/provenance.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

std::string indented(const std::string& text) {
    if (text.empty()) return "";
    std::string result = "  ";
    for (const char c : text) {
        result += c;
        if (c == '\n') result += "  ";
    }
    return "\n" + result;
}

bool is_as_written(const LoopNest& nest, const Part& part) {
    const std::size_t end = std::min(part.end, nest.bodies.size());
    return std::any_of(nest.bodies.begin() + static_cast<std::ptrdiff_t>(part.first),
                       nest.bodies.begin() + static_cast<std::ptrdiff_t>(end), std::mem_fn(&nest::Body::as_written));
}

} // namespace

StepFunctions::StepFunctions(const ProgramInput& input, RunValues& values, Weights& weights, Names& names,
                             Names& globals)
    : input_(input), values_(values), weights_(weights), names_(names), globals_(globals) {
    group_calls();
    name_functions();
    if (input.has_chunks()) chunk_ = names.unique("chunk");
}

// Groups the calls of one kernel whose arrays share their bytes alike, in the order in which they run.
void StepFunctions::group_calls() {
    std::map<std::pair<KernelId, std::vector<std::int32_t>>, std::size_t> known;
    for (const Position& position : depth_first(input_.schedule)) {
        const StepNode& step = input_.schedule[position.region].steps[static_cast<std::size_t>(position.step)];
        const Call* const call = std::get_if<Call>(&step);
        if (call == nullptr || is_statement(input_.kernels[call->kernel])) continue;
        const auto [group, fresh] = known.try_emplace({call->kernel, shared_bytes(input_, *call)}, shared_.size());
        if (fresh) shared_.emplace_back();
        shared_[group->second].calls.push_back(call);
        shared_of_[call] = group->second;
    }
}

// A step and its function have one name. A function that several steps share is named after the operation that it
// computes. No name inside a function may hide one of these.
void StepFunctions::name_functions() {
    const auto unique = [&](const std::string& wanted) {
        const std::string name = names_.unique(wanted);
        globals_.reserve(name);
        return name;
    };
    for (const Position& position : depth_first(input_.schedule)) {
        const StepNode& step = input_.schedule[position.region].steps[static_cast<std::size_t>(position.step)];
        const Call* const call = std::get_if<Call>(&step);
        if (call == nullptr || !shared_of_.contains(call) || !has_work(input_, call->kernel)) continue;
        Functions& shared = shared_[shared_of_.at(call)];
        step_names_[call] = unique(call->label);
        if (!shared.names.empty()) continue;
        const std::string name = shared.alone() ? step_names_[call] : unique(call->computes);
        shared.names.push_back(name);
        for (std::size_t part = 2; part <= parts_of(input_, call->kernel).size(); ++part)
            shared.names.push_back(unique(name + "_part" + std::to_string(part)));
    }
}

void StepFunctions::build(const Call& call) {
    Functions& shared = shared_[shared_of_.at(&call)];
    if (!shared.built.empty()) return;
    shared.first = functions.size();
    for (const Part& part : parts_of(input_, shared.calls.front()->kernel)) build_part(shared, part);
}

// Comment of a function, with the shapes of its first call; it is complete when all calls are built.
std::string StepFunctions::comment_of(const Functions& shared, const Part& part) const {
    const Call& call = *shared.calls.front();
    std::string text = shared.steps.size() == 1 ? "Step " : "Steps ";
    for (std::size_t i = 0; i < shared.steps.size(); ++i)
        text += (i == 0 ? "" : i + 1 == shared.steps.size() ? " and " : ", ") + std::to_string(shared.steps[i]);
    const Kernel& kernel = input_.kernels[call.kernel];
    for_each_stored(kernel, [&](const Output& output) {
        const Value& value = input_[call[output.argument]];
        text += ", " + to_string(Shape::array(value.type, value.dims));
    });
    if (!part.box.empty()) text += ", here " + part.box;
    text = wrap(text, 112, "    ");
    if (shared.alone()) text += indented(provenance_text(call.origins, call.metadata));
    const std::vector<std::int32_t> bytes = shared_bytes(input_, call);
    std::size_t number = 0, arrays = 0;
    for_each_stored(kernel, [&](const Output&) { ++arrays; });
    for_each_stored(kernel, [&](const Output& output) {
        const ArgumentId out = output.argument;
        const std::string name = arrays > 1 ? std::to_string(number++) : "";
        for (const ArgumentId read : loaded_arguments(kernel))
            if (read != out && bytes[read.index()] >= 0 && bytes[read.index()] == bytes[out.index()])
                text += "\n  On entry out" + name + " holds " +
                        (shared.alone() ? identifier(input_[call[read]].name) : "an operand") + ".";
    });
    return text;
}

std::string StepFunctions::parameter_name(ValueId value) {
    switch (input_.plan[value].place) {
    case Place::Arena:
    case Place::Result: return "b_" + identifier(input_[value].name); // of what lies there when the function runs
    case Place::Parameter: {
        const Expression argument = values_.pointer(value);
        return argument->name.empty() ? input_[value].name : argument->name;
    }
    default: return input_[value].name;
    }
}

void StepFunctions::build_part(Functions& shared, const Part& part) {
    const std::size_t number = shared.built.size();
    const ParameterName name = [this](ValueId value) { return parameter_name(value); };
    const Call& call = *shared.calls.front();
    KernelFunction built =
        kernel_function(input_, shared.calls, weights_, globals_, part, shared.alone() ? name : ParameterName());
    const Kernel& kernel = input_.kernels[call.kernel];
    tree::Function function{
        .comment = number == 0 ? "" : "Part " + std::to_string(number + 1) + " of " + shared.names[0] + ": " + part.box,
        .computes = call.computes,
        .as_written = is_as_written(input_.nests.nests[call.kernel.index()], part),
        .name = shared.names[number]};
    for (const auto& [variable, parameter] : built.variables) {
        function.parameters.push_back({.type = tree::value_type(kernel[variable].type),
                                       .name = parameter,
                                       .range = *kernel[variable].range,
                                       .role = "counter"});
    }
    for (const PointerParameter& parameter : built.parameters) {
        tree::Type type = tree::pointer_to(parameter.written ? parameter.element : tree::constant(parameter.element));
        type.alone = parameter.alone;
        function.parameters.push_back(
            {.type = type, .name = parameter.name, .elements = parameter.elements, .role = parameter.role});
    }
    if (!built.chunk.empty())
        function.parameters.push_back({.type = tree::value_type(ElementType::S32),
                                       .name = built.chunk,
                                       .range = {0, input_.nests.nests[call.kernel.index()].chunks},
                                       .role = "chunk"});
    function.body = std::move(built.body);
    built.body.clear();
    functions.push_back(std::move(function));
    shared.built.push_back(std::move(built));
}

tree::Statements StepFunctions::calls(const Call& call, std::size_t number) {
    Functions& shared = shared_[shared_of_.at(&call)];
    tree::Statements statements;
    shared.steps.push_back(number);
    if (shared.steps.size() == shared.calls.size())
        functions[shared.first].comment = comment_of(shared, parts_of(input_, call.kernel)[0]);
    const std::string lead = "Step " + std::to_string(number) + (call.origins.empty() ? "" : ": ");
    const std::string provenance = provenance_text(call.origins, call.metadata, lead);
    if (shared.alone())
        functions[shared.first].provenance = provenance;
    else
        statements.push_back(tree::Comment{provenance});
    tree::For chunks{.type = tree::value_type(ElementType::S32),
                     .name = chunk_,
                     .begin = tree::integer(0),
                     .end = tree::integer(input_.nests.nests[call.kernel.index()].chunks),
                     .parallel = true};
    for (std::size_t i = 0; i < shared.built.size(); ++i) {
        const bool divided = !shared.built[i].chunk.empty();
        (divided ? chunks.body : statements)
            .push_back(tree::Evaluate{.expression = tree::call(shared.names[i], arguments_of(call, shared.built[i]))});
    }
    if (!chunks.body.empty()) statements.push_back(std::move(chunks));
    return statements;
}

std::vector<Expression> StepFunctions::arguments_of(const Call& call, const KernelFunction& function) {
    const ArgumentId scratch = scratch_of(input_.kernels[call.kernel]);
    std::vector<Expression> arguments;
    for (const auto& [variable, parameter] : function.variables) arguments.push_back(values_.pointer(call[variable]));
    for (const PointerParameter& parameter : function.parameters) {
        const bool is_scratch = parameter.argument == scratch;
        arguments.push_back(parameter.packing >= 0
                                ? weights_.array(constant_of(input_, call, parameter.argument, parameter.packing))
                                : values_.pointer(is_scratch ? call.scratch : call[parameter.argument]));
    }
    if (!function.chunk.empty()) arguments.push_back(tree::name(chunk_));
    return arguments;
}

} // namespace hlo2cpp
