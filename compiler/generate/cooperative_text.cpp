#include "generate/cooperative_text.h"

#include "generate/files.h"
#include "generate/text_lines.h"
#include "generate/tree_text.h"

namespace hlo2cpp {

std::string CooperativeText::begin_entry() const {
    return entry_text(input_, "begin");
}

std::string CooperativeText::members() const {
    if (!used()) return "";
    std::string text = fill_template("cooperative_members.tmpl", {{"name", input_.options.name}}), arguments;
    for (const Argument& argument : input_.entry_arguments())
        arguments += tree::to_text(argument.entry_type()) + " " + argument.name + ";\n";
    if (!arguments.empty()) text += fill_template("cooperative_arguments.tmpl", {{"members", arguments}});
    return text;
}

std::string CooperativeText::errors() const {
    if (!used()) return "";
    return fill_template("cooperative_errors.tmpl", {{"name", input_.options.name}, {"prefix", input_.program.prefix}});
}

std::string CooperativeText::declarations() const {
    if (!used()) return "";
    return "\n" + fill_template("cooperative_header.tmpl", {{"name", input_.options.name},
                                                            {"prefix", input_.program.prefix},
                                                            {"steps", std::to_string(input_.program.parts)},
                                                            {"begin_entry", begin_entry()}});
}

std::string CooperativeText::macro() const {
    if (!used()) return "";
    return fill_template("cooperative_macro.tmpl", {{"name", input_.options.name}, {"prefix", input_.program.prefix}});
}

std::string CooperativeText::run() const {
    if (!used()) return "";
    tree::Function all = input_.program.run;
    all.name = "run";
    all.parameters.erase(all.parameters.begin()); // the number of the part
    std::string arguments = input_.program.run.parameters[0].name;
    for (tree::Parameter& parameter : all.parameters) {
        parameter.used = true;
        arguments += ", " + parameter.name;
    }
    return "\n" + fill_template("cooperative_run.tmpl", {{"prefix", input_.program.prefix},
                                                         {"signature", wrap_code(signature_text(all, ""))},
                                                         {"arguments", arguments}});
}

std::string CooperativeText::definitions(const std::string& check, const std::string& memory) const {
    if (!used()) return "";
    const std::string& prefix = input_.program.prefix;
    const bool checked = input_.has_memory() || input_.has_devices();
    std::string kept, call = prefix + "_STEPS - context->steps_left";
    call = joined(joined(call, input_.has_chunks() ? "context" : ""), memory);
    for (const Argument& argument : input_.entry_arguments()) {
        kept += "context->arguments." + argument.name + " = " + argument.name + ";\n";
        call = joined(std::move(call), argument.pointer("context->arguments." + argument.name));
    }
    return fill_template(
        "cooperative_entries.tmpl",
        {{"name", input_.options.name},
         {"prefix", prefix},
         {"begin_entry", begin_entry()},
         {"context_check", checked ? check : "if (context == nullptr) return " + prefix + "_NO_ARENA;\n" + check},
         {"kept", kept},
         {"call", wrap_code("    const int status = " + input_.options.name + "_detail::run_step(" + call + ");")}});
}

std::string CooperativeText::end_of_begun() const {
    return used() ? "if (context != nullptr) context->steps_left = 0; // what was begun in its memory is gone\n" : "";
}

std::string CooperativeText::initial() const {
    return used() ? "context->steps_left = 0;" : "";
}

} // namespace hlo2cpp
