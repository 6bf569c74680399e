#include "generate/state_text.h"

#include <algorithm>

#include "generate/banner.h"
#include "generate/cooperative_text.h"
#include "generate/files.h"
#include "generate/text_lines.h"
#include "program/comments.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

std::int64_t declared_elements(const Argument& array) {
    return std::max<std::int64_t>(caller_shape(array.shape).elements(), 1); // C has no empty arrays
}

bool all_start_as_zeros(const std::vector<Argument>& arrays) {
    return std::ranges::all_of(arrays, &Argument::starts_as_zeros);
}

std::string arena_parameters(const GenerateInput& input) {
    return input.has_arena() ? each_arena(input, "void* ") : "void* arena";
}

// Statements of NAME_init.
std::string set_arenas(const GenerateInput& input) {
    if (!input.has_arena()) return "static_cast<void>(arena);\ncontext->arena = nullptr;";
    std::string text;
    for (const MemoryRegion& region : input.plan.arenas())
        text += "context->arena" + region.suffix() + " = arena" + region.suffix() + ";\n";
    return text;
}

} // namespace

std::string StateText::type() const {
    if (!input_.has_state()) return "";
    std::vector<Argument> listed = arrays_;
    std::string members;
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        listed[i].written = true;
        listed[i].note += arrays_[i].starts_as_zeros ? ", starts as zeros" : ", starts as given";
        members += std::string(info(part_type(arrays_[i].shape.type)).memory_type) + " " + arrays_[i].name + "[" +
                   std::to_string(declared_elements(arrays_[i])) + "];\n";
    }
    return fill_template("state_type.tmpl", {{"name", input_.options.name},
                                             {"prefix", input_.program.prefix},
                                             {"bytes", std::to_string(input_.program.state_bytes())},
                                             {"table", argument_table(listed)},
                                             {"members", members}});
}

std::string StateText::member() const {
    return input_.has_state()
               ? input_.options.name + "_state* state; /* is kept between calls: " + input_.options.name +
                     "_init or _reset_in before the first */"
               : "";
}

std::string StateText::functions() const {
    if (!input_.has_state()) return "";
    const std::string& name = input_.options.name;
    const std::string first =
        all_start_as_zeros(arrays_)
            ? "Before the first call it is zeros, like all static memory, so that " + name +
                  "_reset is only needed to go back to them."
            : "Nothing is copied into it at start: call " + name + "_reset before the first " + name + "_run.";
    return fill_template(
        "state_functions.tmpl",
        {{"name", name},
         {"prefix", input_.program.prefix},
         {"threads", input_.options.goal.threads > 1 ? ", no threads" : ""},
         {"arenas", arena_parameters(input_)},
         {"arena",
          input_.has_arena() ? "the arena holds nothing between calls" : "the arena is not used and may be NULL"},
         {"first",
          wrap("The state that " + name + "_run works on, to be read and set between calls. " + first, 112, " * ")}});
}

std::string StateText::own_definitions() const {
    if (!input_.has_state()) return "";
    return fill_template("own_state.tmpl", {{"name", input_.options.name}, {"prefix", input_.program.prefix}});
}

std::string StateText::definitions() const {
    if (!input_.has_state()) return "";
    return fill_template(
        "state_definitions.tmpl",
        {{"name", input_.options.name},
         {"prefix", input_.program.prefix},
         {"threads",
          input_.options.goal.threads > 1 ? "context->parallel_for = nullptr;\ncontext->pool = nullptr;" : ""},
         {"cooperative", CooperativeText(input_).initial()},
         {"arenas", arena_parameters(input_)},
         {"arena", set_arenas(input_)}});
}

} // namespace hlo2cpp
