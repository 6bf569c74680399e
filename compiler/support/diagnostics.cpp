#include "support/diagnostics.h"

namespace hlo2cpp {

void Diagnostics::show_text(std::string_view text) {
    for (Diagnostic& error : errors_) {
        if (error.place.column == 0 || !error.excerpt.empty()) continue;
        const std::string_view line = line_of(text, error.place);
        if (static_cast<std::size_t>(error.place.column) <= line.size())
            error.excerpt = excerpt(line, error.place.column);
    }
}

std::string Diagnostics::render(const std::string& module_path, std::size_t limit) const {
    std::string text;
    std::size_t shown = 0;
    for (const Diagnostic& error : errors_) {
        if (shown++ == limit) break;
        text += module_path;
        if (error.place.line > 0) text += ":" + std::to_string(error.place.line);
        if (error.place.line > 0 && error.place.column > 0) text += ":" + std::to_string(error.place.column);
        text += ": error: " + error.message + "\n" + error.excerpt;
        if (!error.instruction.empty()) text += "    in  " + error.instruction + "\n";
        if (!error.op_name.empty()) text += "    from  " + error.op_name + "\n";
    }
    if (errors_.size() > limit)
        text += module_path + ": error: and " + std::to_string(errors_.size() - limit) + " more\n";
    return text;
}

void check_internal(bool condition, const char* what) {
    if (!condition) throw InternalError(std::string("hlo2cpp has a bug: ") + what);
}

} // namespace hlo2cpp
