// State that the parts of the text reader share: the place in the text, the structure that is built, and what names
// stand for.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "read/stablehlo/structure.h"
#include "read/stablehlo/text_lexer.h"

namespace hlo2cpp::stablehlo {

// #name = an attribute or a location, !name = a type. They may be used before their definition, so each is read when
// it is first used.
struct Alias {
    enum class State : std::uint8_t { Unread, BeingRead, Read };
    State state = State::Unread;
    std::size_t position = 0, end = 0; // of the definition's right side
    std::size_t weight = 0;            // bytes of text that it stands for, aliases in it resolved
    Attribute attribute;
    TypePtr type;
    std::uint32_t location = 0;
};

// A blob of the resources at the end of the text, decoded when it is first used.
struct Resource {
    std::string_view hex;
    std::shared_ptr<const std::vector<std::byte>> bytes;
    std::map<ElementType, Dense> constants; // of the types with other bytes in HLO's memory, each made once
};

struct TextContext {
    explicit TextContext(std::string_view whole) : text(whole), lexer(whole) {}

    std::string_view text;
    TextLexer lexer;
    Document document;
    std::unordered_map<std::string_view, Alias> aliases; // by name with # or !
    std::unordered_map<std::string, Resource> resources;
    std::size_t alias_bytes = 0; // sum of the weights of the aliases that were used
    int nesting = 0;
};

// One level of brackets or regions; refuses more than kMaxNesting.
class Nesting {
public:
    explicit Nesting(TextContext& context);
    ~Nesting() { --context_.nesting; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    TextContext& context_;
};

// Calls item() for each of the items between commas, up to the closing bracket; the opening one was taken.
template <typename Item>
void parse_items(TextLexer& lexer, std::string_view close, Item&& item) {
    if (lexer.accept(close)) return;
    do item();
    while (lexer.accept(","));
    lexer.expect(close, "or ','");
}

TypePtr parse_type(TextContext& context);
std::vector<TypePtr> parse_types(TextContext& context);        // T, T
std::vector<TypePtr> parse_result_types(TextContext& context); // T or (T, T)
TypePtr function_type(const std::vector<TypePtr>& parameters, const std::vector<TypePtr>& results);

Attribute parse_attribute(TextContext& context);
Dictionary parse_dictionary(TextContext& context);              // with its braces
std::vector<std::int64_t> parse_integers(TextContext& context); // [1, 2]
// Fields of #dialect.name<..>, after the bracket that opens: `key = value` up to the closing one.
Dictionary parse_struct(TextContext& context);
// [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
Dictionary parse_convolution_dimensions(TextContext& context);
// Type of the constant or number that an attribute is; null: it has none.
TypePtr type_of_attribute(const Attribute& attribute);

Dense parse_dense(TextContext& context);          // after `dense<`
Dense parse_dense_resource(TextContext& context); // after `dense_resource<`
Attribute parse_array(TextContext& context);      // after `array<`

// An index in the document's locations; the next word is `loc(`.
std::uint32_t parse_location(TextContext& context);

// Finds the aliases and the resources of the whole text.
void find_definitions(TextContext& context);
// The alias that is written here, read.
const Alias& parse_alias(TextContext& context);
// At top level: an alias's definition, or {-# resources #-}; false where the next word is neither.
bool skip_definition(TextContext& context);

} // namespace hlo2cpp::stablehlo
