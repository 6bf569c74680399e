// Comments that say where a step comes from.
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// `lead`, HLO instructions, op names, source lines; a line each where they are long. Empty where nothing is known.
std::string provenance_text(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata,
                            const std::string& lead = "");

// Origins of a step: its instructions, or else its name.
template <typename Step>
std::vector<std::string> origins_of(const Step& step) {
    return step.origins.empty() ? std::vector<std::string>{step.name} : step.origins;
}
// Comment behind the statement of a call that is no function.
std::string statement_comment(const Call& call);

} // namespace hlo2cpp
