#include "program/provenance.h"

#include <algorithm>

#include "program/comments.h"
#include "support/append_new.h"

namespace hlo2cpp {

std::string provenance_text(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata,
                            const std::string& lead) {
    std::string text = lead;
    if (!origins.empty()) text += comment_list(origins);
    std::vector<std::string> places;
    for (const Metadata& one : metadata) {
        const std::string place = comment_origin(one);
        if (!place.empty()) append_new(places, place);
    }
    constexpr std::size_t kMost = 4;
    for (std::size_t i = 0; i < std::min(places.size(), kMost); ++i) text += (i == 0 ? ": " : "; ") + places[i];
    if (places.size() > kMost) text += "; ... (" + std::to_string(places.size() - kMost) + " more)";
    return wrap(text, 104);
}

std::string statement_comment(const Call& call) {
    return comment_list(origins_of(call), 4);
}

} // namespace hlo2cpp
