#include "report/report.h"

#include <algorithm>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "arrange/minimal_filter.h"
#include "generate/code.h"
#include "generate/weights_files.h"
#include "support/version.h"

namespace hlo2cpp {
namespace {

using Json = nlohmann::ordered_json;

std::string source_of(const Metadata& metadata) {
    if (metadata.source_line <= 0) return metadata.source_file;
    return metadata.source_file + ":" + std::to_string(metadata.source_line);
}

Json step_json(const StepCost& step) {
    Json json;
    json["name"] = step.name;
    json["instructions"] = step.instructions;
    const Metadata origin = main_origin(step);
    json["op_name"] = origin.op_name;
    json["source"] = source_of(origin);
    json["shapes"] = step.shapes;
    json["depth"] = step.depth;
    json["runs"] = step.runs ? Json(*step.runs) : Json();
    if (step.loop) json["round_of"] = *step.loop;
    if (step.data_ends) json["max_trips"] = step.max_trips ? Json(*step.max_trips) : Json();
    json["bytes_live"] = step.bytes_live;
    json["multiply_adds"] = step.operations.multiply_adds;
    json["operations"] = step.operations.others;
    json["functions"] = step.operations.functions;
    if (step.bytes_sent > 0) json["bytes_sent"] = step.bytes_sent;
    if (step.winograd > 0) json["winograd"] = name_of_filter(step.winograd);
    return json;
}

// No sum where data says how often something runs.
void add_work(Json& json, const std::vector<StepCost>& steps) {
    const Work work = total_work(steps);
    const auto add = [&](const std::string& name, std::int64_t number) {
        json[name] = work.loops.empty() ? Json(number) : Json();
        json[name + "_fixed"] = number;
    };
    add("multiply_adds", work.fixed.multiply_adds);
    add("operations", work.fixed.others);
    add("functions", work.fixed.functions);
    json["time_depends_on"] = Json::array();
    for (const Work::Loop& loop : work.loops)
        json["time_depends_on"].push_back({{"loop", steps[loop.step].name},
                                           {"step", loop.step},
                                           {"source", source_of(main_origin(steps[loop.step]))},
                                           {"multiply_adds_a_round", loop.operations.multiply_adds},
                                           {"operations_a_round", loop.operations.others},
                                           {"functions_a_round", loop.operations.functions}});
}

void add_devices(Json& json, const ReportInput& input, const std::vector<StepCost>& steps) {
    if (!input.program.devices) return;
    const Devices& devices = input.program.devices->devices;
    json["devices"] = {{"replicas", devices.replicas},
                       {"partitions", devices.partitions},
                       {"device", devices.device < 0 ? Json() : Json(devices.device)},
                       {"tickets", input.program.devices->tickets},
                       {"bytes_sent", total_work(steps).bytes_sent}};
}

// By leaf of the parameters: the result that is written there.
using NextValues = std::unordered_map<std::int64_t, std::size_t>;

NextValues next_values(const ReportInput& input) {
    const std::vector<ValueId>& results = input.schedule.entries.front().results; // the module has one
    NextValues next;
    for (std::size_t i = 0; i < input.own_results; ++i)
        if (const Value& value = input.schedule[results[i]]; is_parameter(value)) next.emplace(value.leaf, i);
    return next;
}

Json result_of(const Argument& argument, const NextValues& next) {
    if (argument.result) return argument.leaf;
    const auto found = next.find(argument.leaf);
    return found == next.end() ? Json() : Json(found->second);
}

Json argument_json(const Argument& argument, const NextValues& next) {
    const Shape memory = memory_shape(argument.shape);
    Json json;
    json["name"] = argument.name;
    json["direction"] = direction_of(argument);
    json["by_value"] = argument.by_value;
    json["leaf"] = argument.leaf;
    json["result"] = result_of(argument, next);
    json["type"] = info(argument.shape.type).name;
    json["shape"] = to_string(argument.shape, true);
    json["dimensions"] = memory.dims;
    json["elements"] = memory.elements();
    json["bytes"] = memory_bytes(argument.shape);
    json["note"] = argument.note;
    return json;
}

// Arguments in the order of the header, and the arrays of the state with their places in it.
void add_arguments(Json& json, const ReportInput& input) {
    const NextValues next = next_values(input);
    json["arguments"] = Json::array();
    for (const Argument& argument : input.program.arguments)
        if (!argument.state) json["arguments"].push_back(argument_json(argument, next));
    json["state"] = Json::array();
    std::int64_t offset = 0; // the strictest alignment is first: there are no gaps
    for (const Argument& array : input.program.state()) {
        Json member = argument_json(array, next);
        member["offset"] = offset;
        offset += memory_bytes(array.shape);
        json["state"].push_back(std::move(member));
    }
}

// The steps, as numbers in the list of them, during which a buffer holds something.
std::pair<std::size_t, std::size_t> life_of(const ArenaBuffer& buffer, const std::vector<StepCost>& steps) {
    const auto from = std::ranges::lower_bound(steps, buffer.first, {}, &StepCost::position);
    const auto behind = std::ranges::upper_bound(steps, buffer.last, {}, &StepCost::position);
    const auto first = static_cast<std::size_t>(from - steps.begin());
    return {first, std::max(first + 1, static_cast<std::size_t>(behind - steps.begin())) - 1};
}

Json buffer_json(const ArenaBuffer& buffer, const ReportInput& input, const std::vector<StepCost>& steps) {
    Json json;
    if (const MemoryRegion& region = input.plan.regions[buffer.region]; !region.name.empty())
        json["region"] = region.name;
    json["offset"] = buffer.offset;
    json["bytes"] = buffer.size;
    const auto [first, last] = life_of(buffer, steps);
    json["first_step"] = first;
    json["last_step"] = last;
    json["values"] = Json::array();
    for (const ValueId value : buffer.values) json["values"].push_back(input.schedule[value].name);
    return json;
}

// The regions of --memory, and the constants that are copied there at start.
void add_regions(Json& json, const ReportInput& input) {
    if (input.plan.regions.front().name.empty()) return;
    json["regions"] = Json::array();
    for (const MemoryRegion& region : input.plan.regions) {
        Json one = {{"name", region.name}, {"budget_bytes", region.budget}, {"arena_bytes", region.arena_bytes}};
        std::int64_t bytes = 0;
        Json weights = Json::array();
        for (const NamedConstant& array : input.program.constants) {
            if (array.region != region.name) continue;
            bytes += std::ssize(array.literal->bytes);
            weights.push_back({{"name", array.name}, {"bytes", array.literal->bytes.size()}});
        }
        one["weights_bytes"] = bytes;
        one["weights"] = std::move(weights);
        json["regions"].push_back(std::move(one));
    }
}

Json options_json(const ReportInput& input) {
    Json json;
    json["target"] = input.target.name;
    json["host_flags"] = input.target.host_flags();
    json["optimize"] = input.optimize;
    json["deterministic"] = input.options.goal.in_order;
    json["finite"] = input.options.goal.finite;
    if (input.options.goal.threads > 1) {
        json["threads"] = input.options.goal.threads;
        json["divided_steps"] = input.program.divided_steps;
    }
    json["poison"] = input.options.poison;
    json["trace"] = input.options.trace;
    json["self_test"] = input.options.self_test;
    json["weights"] = name_of(input.options.weights);
    json["command_line"] = input.options.all(); // options other than defaults
    return json;
}

// Tools that make and run programs for the target.
Json machine_json(const Target& target) {
    Json json;
    json["tools"] = target.tools;
    json["flags"] = target.compiler_flags;
    json["emulator"] = target.emulator;
    return json;
}

Json self_test_json(const SelfTest& test) {
    Json json;
    json["arguments"] = test.given ? "given" : "made up";
    json["stored_bytes"] = test.stored_bytes();
    json["results"] = Json::array();
    for (const SelfTest::Result& result : test.results) {
        Json compared;
        compared["sums"] = result.sums.shape.elements();
        compared["elements_a_sum"] = result.run;
        if (is_float(result.sums.shape.type)) {
            compared["relative"] = result.relative;
            compared["absolute"] = result.absolute;
        } else {
            compared["most"] = result.most;
        }
        json["results"].push_back(std::move(compared));
    }
    return json;
}

void add_measured(Json& json, const Measured& measured) {
    json["compiler"] = measured.compiler;
    json["compiler_flags"] = measured.flags;
    json["stack_bytes"] = measured.stack_bytes; // without the functions outside
    json["stack_chain"] = measured.chain;
    json["outside_functions"] = measured.outside;
    json["text_bytes"] = measured.text_bytes;
    json["rodata_bytes"] = measured.rodata_bytes;
    json["bss_bytes"] = measured.bss_bytes;
    json["code"] = Json::array();
    for (const Measured::Function& function : measured.functions)
        json["code"].push_back(
            {{"function", function.name}, {"code_bytes", function.code_bytes}, {"stack_bytes", function.stack_bytes}});
}

void add_time(Json& json, const TimeEstimate& estimate) {
    Json& time = json["time"];
    time["core"] = estimate.clocked.core->name;
    time["cycles_from"] = estimate.clocked.core->source;
    if (estimate.clocked.megahertz > 0) {
        time["megahertz"] = estimate.clocked.megahertz;
        time["milliseconds"] = estimate.milliseconds();
    }
    time["cycles"] = rounded(estimate.cycles);
    time["instructions"] = rounded(estimate.instructions);
    time["one_round"] = estimate.open;
    time["functions"] = Json::array();
    for (const TimeEstimate::Function& function : estimate.functions)
        time["functions"].push_back(
            {{"function", function.name}, {"calls", function.calls}, {"cycles", rounded(function.cycles)}});
}

} // namespace

std::string report_json(const ReportInput& input) {
    const std::vector<StepCost> steps = list_steps(input.kernels, input.schedule, input.plan);
    Json json;
    json["name"] = input.options.name;
    json["module"] = input.module.name;
    json["module_file"] = input.options.module_file;
    json["module_sha256"] = input.module.sha256;
    json["version"] = version(); // of hlo2cpp
    json["hash"] = run_hash(input.module, input.program, input.options);
    json["options"] = options_json(input);
    json["machine"] = machine_json(input.target);
    json["arena_bytes"] = input.plan.arena_bytes();
    json["arena_alignment"] = input.plan.arena_alignment;
    add_regions(json, input);
    json["results_bytes"] = input.plan.results_bytes;
    json["max_live_bytes"] = input.plan.max_live_bytes;
    json["order"] = input.schedule.order;
    json["weights_bytes"] = input.program.weights_bytes();
    json["state_bytes"] = input.program.state_bytes();  // kept between calls
    json["locals_bytes"] = locals_bytes(input.program); // of arrays on the stack
    if (input.self_test) json["self_test"] = self_test_json(*input.self_test);
    if (input.time) add_time(json, *input.time);
    if (input.measured) add_measured(json, *input.measured);
    add_work(json, steps);
    add_devices(json, input, steps);
    json["winograd"] = Json::array(); // numbers of steps
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].winograd > 0) json["winograd"].push_back(i);
    json["quantised_products"] = input.kernels.quantised_products;
    json["scaled_weights"] = input.kernels.scaled_weights;
    add_arguments(json, input);
    json["buffers"] = Json::array();
    for (const ArenaBuffer& buffer : input.plan.buffers) json["buffers"].push_back(buffer_json(buffer, input, steps));
    json["steps"] = Json::array();
    for (const StepCost& step : steps) json["steps"].push_back(step_json(step));
    // Names are any bytes: those that are not UTF-8 are replaced.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace hlo2cpp
