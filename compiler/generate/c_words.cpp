#include "generate/c_words.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "support/diagnostics.h"
#include "support/word_character.h"

namespace hlo2cpp {
namespace {

enum class TokenKind { Blank, Comment, Directive, Word, String, Other };

struct Token {
    TokenKind kind = TokenKind::Other;
    std::string_view text;
};

// End of a line of the preprocessor, with the lines that it goes on in.
std::size_t directive_end(std::string_view text, std::size_t at) {
    for (;;) {
        at = std::min(text.find('\n', at), text.size());
        if (at == text.size() || text[at - 1] != '\\') return at;
        ++at;
    }
}

std::size_t string_end(std::string_view text, std::size_t at) {
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote; ++at)
        if (text[at] == '\\') ++at;
    return std::min(at + 1, text.size());
}

Token next_token(std::string_view text, std::size_t at) {
    const auto until = [&](TokenKind kind, std::size_t end) {
        return Token{kind, text.substr(at, std::min(end, text.size()) - at)};
    };
    const char c = text[at];
    if (c == '\n') return until(TokenKind::Blank, at + 1);
    if (c == ' ') return until(TokenKind::Blank, text.find_first_not_of(' ', at));
    if (text.substr(at).starts_with("//")) return until(TokenKind::Comment, text.find('\n', at));
    if (text.substr(at).starts_with("/*")) return until(TokenKind::Comment, text.find("*/", at) + 2);
    if (c == '#' && (at == 0 || text[at - 1] == '\n')) return until(TokenKind::Directive, directive_end(text, at));
    if (c == '"' || c == '\'') return until(TokenKind::String, string_end(text, at));
    if (!is_word_character(c)) return until(TokenKind::Other, at + 1);
    std::size_t end = at;
    const bool number = c >= '0' && c <= '9';
    while (end < text.size() && (is_word_character(text[end]) || (number && text[end] == '.'))) ++end;
    return until(TokenKind::Word, end);
}

std::vector<Token> tokens_of(std::string_view text) {
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < text.size(); at += tokens.back().text.size()) tokens.push_back(next_token(text, at));
    return tokens;
}

bool is_one_word(std::string_view text) {
    return std::ranges::all_of(text, is_word_character);
}

std::size_t cast_end(std::string_view text) {
    const std::size_t type = text.find(')');
    if (type == text.npos || !std::ranges::all_of(text.substr(1, type - 1),
                                                  [](char c) { return is_word_character(c) || c == ' ' || c == '*'; }))
        return 0;
    const std::string_view operand = text.substr(type + 1);
    if (operand.empty()) return 0;
    if (is_one_word(operand)) return text.size();
    if (operand[0] != '(') return 0;
    if (const std::size_t inner = cast_end(operand); inner > 0) return type + 1 + inner;
    int depth = 0;
    for (std::size_t i = 0; i < operand.size(); ++i) {
        depth += operand[i] == '(' ? 1 : operand[i] == ')' ? -1 : 0;
        if (depth == 0) return type + 1 + i + 1;
    }
    return 0;
}

// "(float)x", whose parenthesis is that of a cast and whose operand is all the rest.
bool is_cast(std::string_view text) {
    return text.starts_with("(") && cast_end(text) == text.size();
}

class CWords {
public:
    CWords(std::string_view text, const std::string& prefix) : tokens_(tokens_of(text)), prefix_(prefix) {}

    std::string text() {
        translate(tokens_.size());
        for (auto header = headers_.rbegin(); header != headers_.rend(); ++header) include(*header);
        return std::move(text_);
    }

private:
    bool is(std::size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i].text == text; }

    // The token behind the one that closes what token `open` opens.
    std::size_t behind(std::size_t open, std::string_view opening, std::string_view closing) const {
        int depth = 0;
        for (std::size_t i = open; i < tokens_.size(); ++i) {
            depth += is(i, opening) ? 1 : is(i, closing) ? -1 : 0;
            if (depth == 0) return i + 1;
        }
        throw InternalError("generated text has an open " + std::string(opening));
    }

    // Includes the header in front of the others of its kind, where it is not there.
    void include(const std::string& header) {
        const std::string line = "#include <" + header + ">\n";
        const std::size_t at = text_.find("#include <std");
        if (at != text_.npos && text_.find(line) == text_.npos) text_.insert(at, line);
    }

    // Appends what stands from here to token `end`.
    void translate(std::size_t end) {
        while (at_ < end) {
            if (begins_declaration()) text_ += "static ";
            if (tokens_[at_].kind == TokenKind::Word)
                word();
            else if (is(at_, ":") && is(at_ + 1, ":"))
                at_ += 2; // of a function outside of all namespaces
            else if (is(at_, "{") && is_empty_list())
                empty_list();
            else if (is(at_, "}") && ends_namespace())
                end_namespace();
            else if (is(at_, "}") && !records_.empty() && is(at_ + 1, ";") && line_indent() == records_.back().indent)
                end_record();
            else
                copy();
        }
    }

    void copy() { text_ += tokens_[at_++].text; }

    std::size_t line_indent() const {
        const std::size_t line = text_.rfind('\n');
        return text_.size() - (line == std::string::npos ? 0 : line + 1);
    }

    void word() {
        const std::string_view word = tokens_[at_].text;
        static const std::map<std::string_view, std::string> kWords = {
            {"nullptr", "NULL"}, {"constexpr", "static const"}, {"noexcept", ""}};
        static const std::map<std::string_view, std::string> kHeaders = {{"nullptr", "stddef.h"},
                                                                         {"NULL", "stddef.h"},
                                                                         {"bool", "stdbool.h"},
                                                                         {"true", "stdbool.h"},
                                                                         {"false", "stdbool.h"}};
        if (const auto found = kHeaders.find(word); found != kHeaders.end()) headers_.insert(found->second);
        if (word.ends_with("_cast") && is(at_ + 1, "<")) return cast();
        if (word == "namespace") return begin_namespace();
        if (word == "using") return skip_line();
        if (word == "struct") return begin_record();
        if (word == "alignas") return replace(prefix_ + "_ALIGNED");
        if (word == "extern") return linkage();
        if (word == "template") return begin_template();
        if (!element_.empty() && word == element_) return replace("void");
        if (is(at_ + 1, ":") && is(at_ + 2, ":")) return static_cast<void>(at_ += 3); // what a namespace qualifies
        if (is(at_ + 1, "{")) return construct();
        if (const auto found = kWords.find(word); found != kWords.end()) return replace(found->second);
        copy();
    }

    void replace(const std::string& word) {
        text_ += word;
        ++at_;
        if (word.empty() && text_.ends_with(' ')) text_.pop_back();
    }

    // "namespace {", "namespace x {" and "} // namespace" are lines of their own.
    void begin_namespace() {
        namespaces_.push_back(tokens_[at_ + 2].text);
        skip_line();
    }
    bool ends_namespace() const {
        return at_ + 2 < tokens_.size() && tokens_[at_ + 2].text.starts_with("// namespace");
    }
    void end_namespace() {
        namespaces_.pop_back();
        skip_line();
    }
    void skip_line() {
        while (!is(at_, "\n")) ++at_;
    }

    bool is_unnamed() const { return !namespaces_.empty() && namespaces_.back() == "{"; }

    // A line in a namespace without a name that declares a function or variable: they are static in C.
    bool begins_declaration() const {
        static const std::set<std::string_view> kOther = {"static",    "typedef",   "struct", "extern",
                                                          "constexpr", "namespace", "using",  "template"};
        if (!is_unnamed() || tokens_[at_].kind != TokenKind::Word || (at_ > 0 && !is(at_ - 1, "\n"))) return false;
        for (std::size_t i = at_; !is(i, ";") && !is(i, "=") && !is(i, "\n") && i < tokens_.size(); ++i)
            if (kOther.contains(tokens_[i].text)) return false;
        return true;
    }

    // "template <typename Element>", a line of its own: of pointers, which are void* in C.
    void begin_template() {
        element_ = tokens_[behind(at_ + 2, "<", ">") - 2].text;
        skip_line();
        ++at_;
    }

    // "extern const float w[2]" of a namespace without a name is static; "extern constexpr float w[2] = {...}" is a
    // definition for other files, which C's `extern` is not.
    void linkage() {
        if (is_unnamed()) return replace("static");
        if (!is(at_ + 2, "constexpr")) return copy();
        at_ += 3;
        text_ += "const";
    }

    void cast() {
        const bool drops_const = is(at_, "const_cast"); // which compilers warn of, but not by way of a number
        const std::size_t type_end = behind(at_ + 1, "<", ">");
        std::string type;
        for (std::size_t i = at_ + 2; i + 1 < type_end; ++i) type += tokens_[i].text;
        const std::size_t end = behind(type_end, "(", ")");
        std::string before = std::move(text_);
        text_.clear();
        at_ = type_end + 1;
        translate(end - 1);
        const std::string inside = is_one_word(text_) || is_cast(text_) ? text_ : "(" + text_ + ")";
        const bool accessed = is(end, "[") || is(end, ".") || (is(end, "-") && is(end + 1, ">"));
        const std::string cast = "(" + type + ")" + (drops_const ? "(uintptr_t)" : "") + inside;
        text_ = std::move(before) + (accessed ? "(" + cast + ")" : cast);
        at_ = end;
    }

    void construct() {
        text_ += "(" + std::string(tokens_[at_++].text) + ")";
        if (!is(at_ + 1, "}")) return copy();
        text_ += "{0}";
        at_ += 2;
    }

    // "{}", which may have blanks in it.
    bool is_empty_list() const { return is(end_of_blanks(at_ + 1), "}") && text_.ends_with("= "); }
    void empty_list() {
        text_ += "{0}";
        at_ = end_of_blanks(at_ + 1) + 1;
    }
    std::size_t end_of_blanks(std::size_t i) const {
        while (i < tokens_.size() && tokens_[i].kind == TokenKind::Blank) ++i;
        return i;
    }

    // "struct NAME {" at the begin of a line, perhaps with a macro in front of the name.
    void begin_record() {
        const std::size_t indent = line_indent();
        std::size_t brace = at_;
        while (!is(brace, "{") && !is(brace, ";") && !is(brace, "\n")) ++brace;
        const bool defines = is(brace, "{") && text_.substr(text_.size() - indent).find_first_not_of(' ') == text_.npos;
        if (!defines) return copy();
        records_.push_back({std::string(tokens_[brace - 2].text), indent});
        text_ += "typedef ";
        copy();
    }
    void end_record() {
        text_ += "} " + records_.back().name;
        records_.pop_back();
        ++at_;
    }

    struct Record {
        std::string name;
        std::size_t indent;
    };
    std::vector<Token> tokens_;
    const std::string& prefix_;
    std::size_t at_ = 0;
    std::string text_;
    std::set<std::string> headers_;            // that declare words of the text
    std::string_view element_;                 // the type that the last template is of
    std::vector<Record> records_;              // that are open
    std::vector<std::string_view> namespaces_; // likewise: the name, or "{" where there is none
};

} // namespace

std::string in_c(std::string_view text, const std::string& prefix) {
    return CWords(text, prefix).text();
}

} // namespace hlo2cpp
