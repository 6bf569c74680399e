#include "generate/arithmetic_text.h"

#include <algorithm>

#include "generate/files.h"
#include "support/embedded.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

// Options of the whole file on a machine with vectors of sums.
std::string options_of_sums(const Program& program, const Used& used) {
    std::string options, reason;
    if (used.arrays_of_floats) {
        options = "\"no-tree-vectorize\"";
        reason = "makes vectors of products, and takes them apart to add them";
    }
    if (has_loads_as_written(program)) {
        options = joined(options, "\"no-schedule-insns\"");
        reason += (reason.empty() ? "" : "; ") + std::string("moves loads to the front, and sums to memory");
    }
    if (options.empty()) return "";
    return fill_template("vectors_of_sums.tmpl", {{"options", options}, {"reason", reason}});
}

} // namespace

bool marks_functions(const Target& target) {
    return target.sum_vector_bytes == 0;
}

bool has_loads_as_written(const Program& program) {
    return std::ranges::any_of(program.steps, &tree::Function::as_written);
}

std::string arithmetic_text(const GenerateInput& input, const Used& used, bool doubles) {
    std::string text(embedded_file("arithmetic.tmpl"));
    if (input.options.goal.in_order) {
        text += embedded_file("deterministic.tmpl");
        if (input.target.vector_bytes > 0) text += embedded_file("deterministic_vectors.tmpl");
    }
    if (!input.target.tuning.empty()) text += fill_template("tuning.tmpl", {{"tuning", input.target.tuning}});
    if (!marks_functions(input.target)) text += options_of_sums(input.program, used);
    if (doubles) text += embedded_file(input.in_c() ? "doubles_c.tmpl" : "doubles.tmpl");
    return text;
}

} // namespace hlo2cpp
