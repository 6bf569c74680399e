#include "generate/state_text.h"

#include <algorithm>

#include "generate/banner.h"
#include "generate/comments.h"
#include "generate/template.h"
#include "generate/text_lines.h"

namespace hlo2cpp {
namespace {

std::int64_t elements_of(const Argument& array) {
    return std::max<std::int64_t>(memory_shape(array.shape).elements(), 1); // C has no empty arrays
}

std::string bytes_of(const Argument& array) {
    return std::to_string(elements_of(array) * byte_size(array.shape.type));
}

} // namespace

StateText::StateText(const Program& program, const std::vector<Argument>& arguments, Weights& weights, bool has_arena)
    : program_(program), has_arena_(has_arena) {
    std::ranges::copy_if(arguments, std::back_inserter(arrays_), &Argument::state);
    std::ranges::stable_sort(arrays_, std::greater(),
                             [](const Argument& array) { return byte_size(array.shape.type); });
    for (const Argument& array : arrays_) {
        const ConstantId initial = program.constants.of_value[array.value.index()];
        initial_.push_back(initial.valid() ? weights.array(initial) : "");
    }
}

bool StateText::starts_as_zeros() const {
    return std::ranges::all_of(initial_, &std::string::empty);
}

std::int64_t StateText::bytes() const {
    std::int64_t bytes = 0;
    for (const Argument& array : arrays_) bytes += elements_of(array) * byte_size(array.shape.type);
    return bytes;
}

std::string StateText::type() const {
    if (!any()) return "";
    std::vector<Argument> listed = arrays_;
    std::string members;
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        listed[i].written = true;
        listed[i].note += initial_[i].empty() ? ", starts as zeros" : ", starts as given";
        members += std::string(info(arrays_[i].shape.type).memory_type) + " " + arrays_[i].name + "[" +
                   std::to_string(elements_of(arrays_[i])) + "];\n";
    }
    return fill_template("state_type.tmpl", {{"name", program_.options.name},
                                             {"prefix", program_.prefix},
                                             {"bytes", std::to_string(bytes())},
                                             {"table", argument_table(listed)},
                                             {"members", members}});
}

std::string StateText::member() const {
    return any() ? program_.options.name + "_state* state; /* is kept between calls: " + program_.options.name +
                       "_init or _reset_in before the first */"
                 : "";
}

std::string StateText::functions() const {
    if (!any()) return "";
    const std::string& name = program_.options.name;
    const std::string first =
        starts_as_zeros()
            ? "Before the first call it is zeros, like all static memory, so that " + name +
                  "_reset is only needed to go back to them."
            : "Nothing is copied into it at start: call " + name + "_reset before the first " + name + "_run.";
    return fill_template(
        "state_functions.tmpl",
        {{"name", name},
         {"prefix", program_.prefix},
         {"arena", has_arena_ ? "the arena holds nothing between calls" : "the arena is not used and may be NULL"},
         {"first",
          wrap("The state that " + name + "_run works on, to be read and set between calls. " + first, 112, " * ")}});
}

std::string StateText::reset() const {
    if (!any()) return "";
    const std::string& name = program_.options.name;
    std::string body;
    for (std::size_t i = 0; i < arrays_.size(); ++i)
        body += (initial_[i].empty() ? "memset(state->" + arrays_[i].name + ", 0, "
                                     : "memcpy(state->" + arrays_[i].name + ", " + initial_[i] + ", ") +
                bytes_of(arrays_[i]) + ");\n";
    return fill_template("state_reset.tmpl", {{"name", name}, {"body", body}}) + "\n";
}

std::string StateText::static_object() const {
    return any() ? "\n" + program_.prefix + "_STATE " + program_.options.name + "_state own_state;" : "";
}

std::string StateText::definitions() const {
    if (!any()) return "";
    return "\n" + fill_template("state_definitions.tmpl",
                                {{"name", program_.options.name},
                                 {"prefix", program_.prefix},
                                 {"arena", has_arena_ ? "context->arena = arena;"
                                                      : "static_cast<void>(arena);\ncontext->arena = nullptr;"}});
}

} // namespace hlo2cpp
