#include "generate/arithmetic_text.h"

#include <algorithm>

#include "generate/files.h"
#include "support/embedded.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

bool has_vectors_of_floats(const Used& used) {
    return std::ranges::any_of(used.vectors.types,
                               [](const VectorType& type) { return type.element == ElementType::F32; });
}

// Options of the whole file on a machine with vectors of sums.
std::string options_of_sums(const GenerateInput& input, const Used& used) {
    std::string options, reasons;
    if (used.arrays_of_floats || has_vectors_of_floats(used)) {
        options = input.options.goal.in_order ? "\"no-tree-vectorize\"" : "\"no-tree-slp-vectorize\"";
        reasons = "// GCC makes vectors of products of floats, and takes them apart to add them.\n";
    }
    if (has_loads_as_written(input.program)) {
        options = joined(options, "\"no-schedule-insns\"");
        reasons += "// GCC moves loads to the front, and so sums to memory.\n";
    }
    if (const std::string& left_out = input.target.left_out; !left_out.empty()) {
        options = joined(options, "\"" + left_out + "\"");
        reasons += "// GCC 12 makes a conversion conditional, which assemblers take for another instruction.\n";
    }
    if (options.empty()) return "";
    return fill_template("vectors_of_sums.tmpl", {{"options", options}, {"reasons", reasons}});
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
        const bool as_written = has_loads_as_written(input.program); // whose functions call others
        if (input.target.vector_bytes > 0)
            text += fill_template("deterministic_vectors.tmpl",
                                  {{"scheduling", as_written ? ", \"no-schedule-insns\"" : ""}});
    }
    if (!input.target.tuning.empty()) text += fill_template("tuning.tmpl", {{"tuning", input.target.tuning}});
    if (input.target.float_sums && has_vectors_of_floats(used)) text += embedded_file("subnormal_floats.tmpl");
    if (!marks_functions(input.target)) text += options_of_sums(input, used);
    if (doubles) text += embedded_file(input.in_c() ? "doubles_c.tmpl" : "doubles.tmpl");
    return text;
}

} // namespace hlo2cpp
