// Aliases and resources of StableHLO text, which may be used before they are defined.
#include <algorithm>

#include "ir/module.h"
#include "read/stablehlo/text_context.h"

namespace hlo2cpp::stablehlo {
namespace {

// An alias may stand for a large attribute and be used often: a text may not stand for more than this.
constexpr std::size_t kMostAliasBytes = std::size_t{1} << 24;
constexpr std::size_t kSharedWeight = 100; // of a constant whose bytes are shared

// #name or !name, where the next word is one.
std::string_view parse_alias_name(TextContext& context) {
    const std::size_t start = context.lexer.position();
    context.lexer.skip_character();
    const std::string_view name = context.lexer.name_or_number("the name of an alias");
    return context.text.substr(start,
                               static_cast<std::size_t>(name.data() + name.size() - context.text.data()) - start);
}

void add_alias(TextContext& context, std::string_view name, std::size_t definition) {
    const bool is_new = context.aliases.try_emplace(name, Alias{.position = definition}).second;
    const auto start = static_cast<std::size_t>(name.data() - context.text.data());
    if (!is_new) context.lexer.fail_at(start, "the alias " + printable(name, 60) + " is defined twice");
}

// Constants of other types never become Integers, and their copies share their bytes.
bool is_shared(const Attribute& attribute) {
    const Dense* dense = attribute.get<Dense>();
    return dense != nullptr && dense->type->element != ElementType::S64 && dense->type->element != ElementType::Pred;
}

void read_alias(TextContext& context, std::string_view name, Alias& alias) {
    const Nesting nesting(context);
    TextLexer& lexer = context.lexer;
    const std::size_t back = lexer.position(), bytes_before = context.alias_bytes;
    alias.state = Alias::State::BeingRead;
    lexer.rewind(alias.position);
    if (name.starts_with("!"))
        alias.type = parse_type(context);
    else if (lexer.next_is_word("loc")) {
        alias.location = parse_location(context);
        alias.attribute.value = Opaque{"loc", {}};
    } else
        alias.attribute = parse_attribute(context);
    alias.end = lexer.position();
    alias.weight = alias.end - alias.position + context.alias_bytes - bytes_before;
    if (alias.location != 0) alias.weight = 0;
    if (is_shared(alias.attribute)) alias.weight = kSharedWeight;
    alias.state = Alias::State::Read;
    lexer.rewind(back);
}

// The alias that is written here, read if it was not.
const Alias& resolve_alias(TextContext& context) {
    const std::size_t start = context.lexer.position();
    const std::string_view name = parse_alias_name(context);
    const auto found = context.aliases.find(name);
    if (found == context.aliases.end())
        context.lexer.fail_at(start, "the alias " + printable(name, 60) + " is not defined");
    Alias& alias = found->second;
    if (alias.state == Alias::State::BeingRead)
        context.lexer.fail_at(start, "the alias " + printable(name, 60) + " stands for itself");
    if (alias.state == Alias::State::Unread) read_alias(context, name, alias);
    return alias;
}

// The name of a resource and its blob; resources of other kinds are no constants.
void parse_resource(TextContext& context) {
    TextLexer& lexer = context.lexer;
    std::string name = lexer.key("the name of a resource");
    lexer.expect(":", "after the name of the resource");
    if (lexer.next_is("\""))
        context.resources.insert_or_assign(std::move(name), Resource{.hex = lexer.string_text("a blob")});
    else
        parse_attribute(context);
}

void parse_named_braces(TextContext& context, auto&& item) {
    TextLexer& lexer = context.lexer;
    lexer.key("the name of a section");
    lexer.expect(":", "after the name of the section");
    lexer.expect("{", "before the section");
    parse_items(lexer, "}", item);
}

// {-# dialect_resources: {builtin: {name: "0x.."}} #-}
void parse_resources(TextContext& context) {
    context.lexer.expect("{-#");
    parse_items(context.lexer, "#-}", [&] {
        parse_named_braces(context, [&] { parse_named_braces(context, [&] { parse_resource(context); }); });
    });
}

// A line that begins with #name = or !name = defines an alias; in operations none begins so.
void find_definition(TextContext& context) {
    TextLexer& lexer = context.lexer;
    const std::size_t start = lexer.position();
    if (lexer.next_is("{-#")) {
        parse_resources(context);
        return;
    }
    const std::size_t end = context.text.find_first_of(" \t\r\n=.<>(){}[],:\"", start);
    if (end == start + 1 || end == std::string_view::npos) return;
    const std::string_view name = context.text.substr(start, end - start);
    lexer.rewind(end);
    if (lexer.accept("=")) add_alias(context, name, lexer.position());
}

} // namespace

Nesting::Nesting(TextContext& context) : context_(context) {
    if (context.nesting == kMaxNesting)
        context.lexer.fail("this is nested deeper than " + std::to_string(kMaxNesting) + " levels");
    ++context.nesting;
}

void find_definitions(TextContext& context) {
    for (std::size_t line = 0; line < context.text.size();) {
        const std::size_t start = context.text.find_first_not_of(" \t\r", line);
        const std::string_view rest = context.text.substr(std::min(start, context.text.size()), 3);
        if (rest.starts_with("#") || rest.starts_with("!") || rest == "{-#") {
            context.lexer.rewind(start);
            find_definition(context);
        }
        const std::size_t newline = context.text.find('\n', line);
        line = newline == std::string_view::npos ? context.text.size() : newline + 1;
    }
    context.lexer.rewind(0);
}

const Alias& parse_alias(TextContext& context) {
    const std::size_t start = context.lexer.position();
    const Alias& alias = resolve_alias(context);
    context.alias_bytes += alias.weight;
    if (context.alias_bytes > kMostAliasBytes)
        context.lexer.fail_at(start, "the aliases of this text stand for more than 16 MiB");
    return alias;
}

bool skip_definition(TextContext& context) {
    TextLexer& lexer = context.lexer;
    if (lexer.next_is("{-#")) {
        parse_resources(context);
        return true;
    }
    if (!lexer.next_is("#") && !lexer.next_is("!")) return false;
    const std::size_t start = lexer.position();
    const std::string_view name = parse_alias_name(context);
    lexer.expect("=", "after the name of an alias");
    const auto found = context.aliases.find(name);
    const bool is_known = found != context.aliases.end() && found->second.position == lexer.position();
    if (!is_known) add_alias(context, name, lexer.position()); // not at the beginning of a line
    lexer.rewind(start);
    lexer.rewind(resolve_alias(context).end);
    return true;
}

} // namespace hlo2cpp::stablehlo
