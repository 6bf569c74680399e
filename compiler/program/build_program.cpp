#include <algorithm>

#include "program/input.h"
#include "program/library_names.h"
#include "program/region_builder.h"
#include "program/run_parts.h"
#include "program/share_sizes.h"
#include "program/unused.h"
#include "support/ascii_case.h"
#include "tree/uses.h"

namespace hlo2cpp {
namespace {

using tree::Expression;

std::int64_t elements_of(const Argument& array) {
    return std::max<std::int64_t>(caller_shape(array.shape).elements(), 1); // C has no empty arrays
}

std::int64_t argument_bytes(const Argument& array) {
    return elements_of(array) * byte_size(part_type(array.shape.type));
}

bool has_state(const ProgramInput& input) {
    return std::ranges::find(input.schedule.values, ValueKind::State, &Value::kind) != input.schedule.values.end();
}

// In C there are no namespaces: functions of the library and of the host, and what the header declares.
void reserve_for_c(const ProgramInput& input, Names& globals) {
    for (const std::string& name : names_of_c_library()) globals.reserve(name);
    for (const char* name :
         {"begin", "context",     "devices",  "infeed", "init",   "outfeed",   "own_arena",    "own_state",
          "recv",  "reset",       "reset_in", "run",    "run_in", "self_test", "self_test_in", "self_test_memory",
          "send",  "set_weights", "state",    "step",   "trace"})
        globals.reserve(input.options.name + "_" + name);
    for (const Region& region : input.schedule.regions)
        for (const StepNode& node : region.steps)
            if (const auto* call = std::get_if<HostCall>(&node)) globals.reserve(call->target);
}

// The names that all functions see.
Names global_names(const ProgramInput& input) {
    Names globals(&library_names());
    if (input.options.language == Language::C) reserve_for_c(input, globals);
    globals.reserve("check");
    if (input.options.cooperative) globals.reserve("run_step");
    for (const MemoryRegion& region : input.plan.arenas())
        for (const char* name : {"arena", "static_arena"}) globals.reserve(name + region.suffix());
    if (input.has_chunks())
        for (const char* name : {"in_parallel", "context"}) globals.reserve(name);
    if (input.module.devices.count() > 1)
        for (const char* name : {"device", "collectives", "devices"}) globals.reserve(name);
    if (has_state(input))
        for (const char* name : {"state", "own_state", "reset"}) globals.reserve(name);
    if (input.options.self_test) {
        for (const char* name : {"self_test", "weights_crc"}) globals.reserve(name);
        for (std::size_t i = 0; i < input.schedule.entries.front().results.size(); ++i)
            for (const char* array : {"expected_", "allowed_"}) globals.reserve(array + std::to_string(i));
        for (std::size_t i = 0; i < input.schedule.entries.front().parameters.size(); ++i)
            globals.reserve("given_" + std::to_string(i));
    }
    return globals;
}

Names names_of(const std::vector<Argument>& arguments) {
    Names names;
    for (const Argument& argument : arguments) names.reserve(argument.name);
    return names;
}

std::int64_t divided_steps(const ProgramInput& input) {
    std::int64_t count = 0;
    for_each_call(input.schedule.regions,
                  [&](const Call& call) { count += input.nests.of(call.kernel)->chunks > 1 ? 1 : 0; });
    return count;
}

// Sets every array of the state; initial values other than zeros become constants.
tree::Function reset_function(const ProgramInput& input, const std::vector<Argument>& state, Weights& weights) {
    const tree::Type type{.kind = tree::TypeKind::Named, .name = input.options.name + "_state", .pointer = true};
    tree::Function reset{.comment = "The initial values of what is kept from call to call.",
                         .name = "reset",
                         .parameters = {{.type = type, .name = "state"}}};
    for (const Argument& array : state) {
        const Expression memory = tree::member(tree::name("state"), array.name);
        const bool zeros = array.starts_as_zeros;
        const Expression initial =
            zeros ? tree::integer(0)
                  : copied_constant(input, weights.array(input.constants.of_value[array.value.index()]));
        reset.body.push_back(
            tree::Evaluate{.expression = tree::call(zeros ? "memset" : "memcpy",
                                                    {memory, initial, tree::integer(argument_bytes(array))})});
    }
    return reset;
}

tree::Function run_function(const ProgramInput& input, const std::vector<Argument>& arguments, tree::Statements body) {
    tree::Function run{.result = {.kind = tree::TypeKind::Named, .name = "int"},
                       .name = input.options.cooperative ? "run_step" : "run"};
    run.body = std::move(body);
    remove_unused(run);
    Used used;
    used.add(run.body);
    const auto add = [&](const tree::Type& type, const std::string& name, std::int64_t elements = 0) {
        run.parameters.push_back({.type = type, .name = name, .elements = elements, .used = used.names.contains(name)});
    };
    if (input.options.cooperative) add(tree::value_type(ElementType::S32), kPartNumber);
    if (input.has_chunks()) {
        tree::Type context{.kind = tree::TypeKind::Named, .name = input.options.name + "_context", .pointer = true};
        context.constant = true;
        run.parameters.push_back({.type = context, .name = "context"});
    }
    for (const MemoryRegion& region : input.plan.arenas())
        add(tree::pointer_to({.kind = tree::TypeKind::Byte}), "arena" + region.suffix(), region.arena_bytes);
    if (has_state(input))
        add({.kind = tree::TypeKind::Named, .name = input.options.name + "_state", .pointer = true}, "state");
    if (input.module.devices.count() > 1) {
        if (input.module.devices.device < 0) add(tree::value_type(ElementType::S32), "device");
        tree::Type table{.kind = tree::TypeKind::Named, .name = kCollectivesType, .pointer = true};
        table.constant = true;
        add(table, "collectives");
    }
    for (const Argument& argument : arguments)
        if (!argument.state) add(argument.type(), argument.name, elements_of(argument));
    return run;
}

} // namespace

bool Program::has_feeds() const {
    return std::ranges::any_of(host_functions, [](const HostFunction& f) { return f.feed != Feed::None; });
}

std::int64_t Program::weights_bytes() const {
    std::int64_t bytes = 0;
    for (const NamedConstant& array : constants) bytes += static_cast<std::int64_t>(array.literal->bytes.size());
    return bytes;
}

std::map<std::string, std::int64_t> Program::weights_by_region() const {
    std::map<std::string, std::int64_t> bytes;
    for (const NamedConstant& array : constants)
        if (!array.region.empty()) bytes[array.region] += std::ssize(array.literal->bytes);
    return bytes;
}

std::int64_t Program::copied_bytes() const {
    std::int64_t bytes = 0;
    for (const auto& [region, of_region] : weights_by_region()) bytes += of_region;
    return bytes;
}

std::vector<Argument> Program::state() const {
    std::vector<Argument> arrays;
    std::ranges::copy_if(arguments, std::back_inserter(arrays), &Argument::state);
    std::ranges::stable_sort(arrays, std::greater(), [](const Argument& array) { return byte_size(array.shape.type); });
    return arrays;
}

std::int64_t Program::state_bytes() const {
    std::int64_t bytes = 0;
    for (const Argument& array : state()) bytes += argument_bytes(array);
    return bytes;
}

Program build_program(const Module& module, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                      const BufferPlan& plan, const ConstantPlan& constants, const GenerateOptions& options,
                      const DeviceTables& common) {
    const ShownBits shown(kernels, schedule);
    const ProgramInput input = {
        module, kernels, nests, schedule, plan, constants, options, shown, upper_case(options.name)};
    Names globals = global_names(input);
    Program program{.prefix = input.prefix, .arguments = arguments_of(input, globals)};
    Weights weights(input, names_of(program.arguments), globals);
    ExchangeNumbers exchanges = number_exchanges(schedule, common);
    RegionBuilder region(input, program.arguments, weights, globals, exchanges);
    if (has_state(input)) program.reset = reset_function(input, program.state(), weights);
    tree::Statements body = region.build(program);
    if (module.devices.count() > 1) {
        program.devices = std::move(exchanges.tables);
        program.devices->devices = module.devices;
    }
    for (tree::Function& step : program.steps) remove_unused(step);
    program.divided_steps = divided_steps(input);
    program.run = run_function(input, program.arguments, std::move(body));
    program.constants = weights.take();
    const Target& target = nests.target;
    if (target.scarce_flash || options.goal.optimize == Optimize::Size) share_sizes(program);
    return program;
}

} // namespace hlo2cpp
