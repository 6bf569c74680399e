#include "report/report.h"

#include <nlohmann/json.hpp>

namespace hlo2cpp {
namespace {

using Json = nlohmann::ordered_json;

// The first of them that says something; a step's instructions mostly come from one place.
std::string first_op_name(const StepCost& step) {
    for (const Metadata& metadata : step.metadata)
        if (!metadata.op_name.empty()) return metadata.op_name;
    return {};
}

std::string first_source(const StepCost& step) {
    for (const Metadata& metadata : step.metadata) {
        if (metadata.source_file.empty()) continue;
        if (metadata.source_line <= 0) return metadata.source_file;
        return metadata.source_file + ":" + std::to_string(metadata.source_line);
    }
    return {};
}

Json step_json(const StepCost& step) {
    Json json;
    json["name"] = step.name;
    json["instructions"] = step.instructions;
    json["op_name"] = first_op_name(step);
    json["source"] = first_source(step);
    json["shapes"] = step.shapes;
    json["depth"] = step.depth;
    json["runs"] = step.runs;
    json["bytes_live"] = step.bytes_live;
    json["multiply_adds"] = step.multiply_adds;
    return json;
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
    json["weights_bytes"] = input.code.weights_bytes;
    json["state_bytes"] = 0; // nothing is kept between calls
    json["stack_bytes"] = input.code.stack_bytes;
    json["flash_bytes"] = input.code.weights_bytes; // of data; the code comes on top
    json["multiply_adds"] = total_multiply_adds(steps);
    json["steps"] = Json::array();
    for (const StepCost& step : steps) json["steps"].push_back(step_json(step));
    // Names are any bytes: what is no UTF-8 is replaced.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace hlo2cpp
