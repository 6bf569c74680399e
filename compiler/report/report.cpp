#include "report/report.h"

#include <nlohmann/json.hpp>

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
    json["runs"] = step.runs;
    json["bytes_live"] = step.bytes_live;
    json["multiply_adds"] = step.multiply_adds;
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
}

} // namespace

std::string report_json(const ReportInput& input) {
    const std::vector<StepCost> steps = list_steps(input.kernels, input.schedule, input.plan);
    Json json;
    json["name"] = input.name;
    json["module"] = input.module.name;
    json["target"] = input.target.name;
    json["arena_bytes"] = input.plan.arena_bytes;
    json["arena_alignment"] = input.plan.arena_alignment;
    json["results_bytes"] = input.plan.results_bytes;
    json["max_live_bytes"] = input.plan.max_live_bytes;
    json["order"] = input.schedule.order;
    json["weights_bytes"] = input.program.weights_bytes();
    json["state_bytes"] = input.program.state_bytes();  // kept between calls
    json["locals_bytes"] = locals_bytes(input.program); // of arrays on the stack
    if (input.measured) add_measured(json, *input.measured);
    json["flash_bytes"] = input.program.weights_bytes(); // of data; the code comes on top
    json["multiply_adds"] = total_multiply_adds(steps);
    json["steps"] = Json::array();
    for (const StepCost& step : steps) json["steps"].push_back(step_json(step));
    // Names are any bytes: what is no UTF-8 is replaced.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace hlo2cpp
