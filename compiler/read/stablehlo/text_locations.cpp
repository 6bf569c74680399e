// Locations of StableHLO text: loc("name"("file":1:2)).
#include "read/stablehlo/text_context.h"

namespace hlo2cpp::stablehlo {
namespace {

bool says_something(const Location& location) {
    return !location.name.empty() || !location.file.empty();
}

Location parse_location_body(TextContext& context);

// callsite(CALLEE at CALLER), after the first bracket. Callers may be chains of aliases: they are not followed.
Location parse_callsite(TextContext& context) {
    TextLexer& lexer = context.lexer;
    Location callee = parse_location_body(context);
    lexer.expect_word("at");
    if (says_something(callee) && lexer.accept("#")) {
        lexer.name_or_number("the name of a location");
    } else {
        Location caller = parse_location_body(context);
        if (!says_something(callee)) callee = std::move(caller);
    }
    lexer.expect(")", "after the location of the caller");
    return callee;
}

// fused<attribute>[A, B], after the first word
Location parse_fused(TextContext& context) {
    TextLexer& lexer = context.lexer;
    if (lexer.accept("<")) {
        parse_attribute(context);
        lexer.expect(">", "after the attribute of fused locations");
    }
    Location first;
    lexer.expect("[", "before fused locations");
    parse_items(lexer, "]", [&] {
        Location part = parse_location_body(context);
        if (!says_something(first)) first = std::move(part);
    });
    return first;
}

// "file":1:2, also with an end: to :3 and to 2:3
Location parse_file_place(TextContext& context, std::string file) {
    TextLexer& lexer = context.lexer;
    Location place{.file = std::move(file), .line = lexer.integer("the line of a location")};
    lexer.expect(":", "after the line of a location");
    place.column = lexer.integer("the column of a location");
    if (lexer.accept_word("to")) {
        if (!lexer.next_is(":")) lexer.integer("the line where the location ends");
        lexer.expect(":", "before the column where the location ends");
        lexer.integer("the column where the location ends");
    }
    return place;
}

Location parse_location_body(TextContext& context) {
    const Nesting nesting(context);
    TextLexer& lexer = context.lexer;
    if (lexer.accept_word("unknown")) return {};
    if (lexer.accept_word("callsite")) {
        lexer.expect("(", "after callsite");
        return parse_callsite(context);
    }
    if (lexer.accept_word("fused")) return parse_fused(context);
    if (lexer.next_is("#")) return context.document.locations[parse_alias(context).location];
    if (lexer.next_is_word("loc")) return context.document.locations[parse_location(context)];
    std::string text = lexer.string("a location");
    if (lexer.accept(":")) return parse_file_place(context, std::move(text));
    Location named{.name = std::move(text)};
    if (!lexer.accept("(")) return named;
    Location child = parse_location_body(context);
    lexer.expect(")", "after a named location");
    if (!named.name.empty()) child.name = std::move(named.name);
    return child;
}

} // namespace

std::uint32_t parse_location(TextContext& context) {
    TextLexer& lexer = context.lexer;
    lexer.expect_word("loc");
    lexer.expect("(", "after loc");
    std::uint32_t index = 0;
    if (lexer.next_is("#")) {
        index = parse_alias(context).location;
    } else if (Location location = parse_location_body(context); says_something(location)) {
        index = static_cast<std::uint32_t>(context.document.locations.size());
        context.document.locations.push_back(std::move(location));
    }
    lexer.expect(")", "after the location");
    return index;
}

} // namespace hlo2cpp::stablehlo
