#include "hlo/proto/origins.h"

#include <sstream>

#include "hlo/proto/hlo.pb.h"

namespace hlo2cpp {
void origins_to_proto(const std::vector<std::string>& origins, hlo2cpp_proto::HloInstructionProto& proto) {
    std::string names;
    for (const std::string& origin : origins) names += (names.empty() ? "" : ",") + origin;
    if (names.empty()) return;
    auto& entry = *proto.mutable_frontend_attributes()->add_map();
    entry.set_key(kOriginsAttribute);
    entry.set_value(names);
}

std::vector<std::string> origins_from_proto(const hlo2cpp_proto::HloInstructionProto& proto) {
    std::vector<std::string> origins;
    for (const auto& note : proto.frontend_attributes().map()) {
        if (note.key() != kOriginsAttribute) continue;
        std::istringstream names(note.value());
        for (std::string name; std::getline(names, name, ',');) origins.push_back(name);
    }
    return origins;
}

} // namespace hlo2cpp
