#include "read/stablehlo/text_fragment.h"

#include "read/stablehlo/text_context.h"

namespace hlo2cpp::stablehlo {
namespace {

template <typename Parse>
auto parse_fragment(std::string_view text, Parse parse) {
    TextContext context(text);
    auto parsed = parse(context);
    if (!context.lexer.at_end()) context.lexer.fail_expected("the end of the text");
    return parsed;
}

} // namespace

Attribute parse_attribute_text(std::string_view text) {
    return parse_fragment(text, parse_attribute);
}

TypePtr parse_type_text(std::string_view text) {
    return parse_fragment(text, parse_type);
}

} // namespace hlo2cpp::stablehlo
