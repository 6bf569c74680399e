#include "read/nnef/error.h"

namespace hlo2cpp::nnef {

void fail_at(const SourceText& source, TextPlace place, const std::string& message, const std::string& from) {
    Diagnostic error{.message = message, .instruction = {}, .op_name = from, .place = place, .excerpt = {}};
    const std::string_view line = line_of(source.text, place);
    if (place.column > 0 && static_cast<std::size_t>(place.column) <= line.size() + 1)
        error.excerpt = excerpt(line, place.column);
    if (!source.is_graph) {
        error.message =
            source.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + message;
        error.place = {};
    }
    throw InputError(std::move(error));
}

} // namespace hlo2cpp::nnef
