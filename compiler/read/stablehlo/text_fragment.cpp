#include "read/stablehlo/text_fragment.h"

#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {

Attribute parse_attribute_text(std::string_view text) {
    throw InputError("the attribute " + std::string(text) + " is not supported");
}

TypePtr parse_type_text(std::string_view text) {
    throw InputError("the type " + std::string(text) + " is not supported");
}

} // namespace hlo2cpp::stablehlo
