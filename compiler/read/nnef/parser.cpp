#include "read/nnef/parser.h"

#include <unordered_set>

#include "read/nnef/expression_parser.h"
#include "read/nnef/pattern_parser.h"

namespace hlo2cpp::nnef {
namespace {

constexpr std::size_t kMostParameters = 1000; // of a fragment, which each call of it fills

class Parser {
public:
    explicit Parser(const SourceText& source) : source_(source), lexer_(source) {}

    Document parse_document();
    std::vector<std::unique_ptr<Fragment>> parse_library();
    std::vector<QuantizationEntry> parse_quantization();

private:
    void parse_version();
    void parse_extensions();
    std::unique_ptr<Fragment> parse_fragment();
    void parse_graph();
    void parse_names(std::vector<Parameter>& parameters, std::unordered_set<std::string>& taken, bool results,
                     bool with_types);
    Parameter parse_parameter(bool results, bool with_types);
    void parse_body(Fragment& fragment);
    Assignment parse_assignment();
    void end_statement();
    ExpressionParser expressions() { return {lexer_, document_.allows_expressions, document_.provisional}; }

    const SourceText& source_;
    Lexer lexer_;
    Document document_;
};

void Parser::parse_version() {
    if (!lexer_.token().is("version")) lexer_.fail_expected("'version 1.0;', with which every graph.nnef begins");
    lexer_.next();
    const Token number = lexer_.token();
    if (number.kind != TokenKind::Scalar) lexer_.fail_expected("the number of the version, like 1.0");
    if (number.text.find_first_not_of("0123456789.") != number.text.npos) lexer_.fail_expected("a version like 1.0");
    lexer_.next();
    document_.version = number.text;
    const bool old = number.text.starts_with("0.");
    if (!old && number.text != "1.0")
        lexer_.fail(number.place, "this is version " + document_.version + " of NNEF; expected 1.0 or earlier");
    const bool semicolon = lexer_.take_if(";");
    if (semicolon && !old) return;
    document_.provisional = document_.allows_fragments = document_.allows_expressions = true;
    lexer_.set_provisional();
}

void Parser::parse_extensions() {
    while (lexer_.take_if("extension")) {
        do {
            const Token name = lexer_.take_name("the name of an extension");
            if (name.text == "KHR_enable_fragment_definitions")
                document_.allows_fragments = true;
            else if (name.text == "KHR_enable_operator_expressions")
                document_.allows_expressions = true;
            else
                lexer_.fail(name.place, "the extension " + std::string(name.text) +
                                            " is unknown; expected KHR_enable_fragment_definitions or "
                                            "KHR_enable_operator_expressions");
        } while (lexer_.token().kind == TokenKind::Name);
        end_statement();
    }
}

void Parser::end_statement() {
    if (!lexer_.take_if(";") && !document_.provisional) lexer_.fail_expected("';'");
}

Parameter Parser::parse_parameter(bool results, bool with_types) {
    const Token name = lexer_.take_name(results ? "the name of a result" : "the name of a parameter");
    Parameter parameter{
        .name = std::string(name.text), .type = Type::tensor(Base::Any), .place = name.place, .initial = nullptr};
    if (with_types) {
        lexer_.take(":");
        parameter.type = parse_type(lexer_, document_.provisional);
        if (!results && lexer_.take_if("=")) parameter.initial = expressions().parse_literal();
    }
    return parameter;
}

void Parser::parse_names(std::vector<Parameter>& parameters, std::unordered_set<std::string>& taken, bool results,
                         bool with_types) {
    lexer_.take("(");
    if (lexer_.token().is(")")) lexer_.fail_expected(results ? "the name of a result" : "the name of a parameter");
    do {
        Parameter parameter = parse_parameter(results, with_types);
        if (!taken.insert(parameter.name).second)
            lexer_.fail(parameter.place, parameter.name + " is named twice among parameters and results");
        parameters.push_back(std::move(parameter));
        if (with_types && parameters.size() > kMostParameters)
            lexer_.fail("a fragment has at most " + std::to_string(kMostParameters) + " parameters");
    } while (lexer_.take_if(","));
    lexer_.take(")");
}

Assignment Parser::parse_assignment() {
    Assignment assignment;
    assignment.left = parse_left(lexer_);
    lexer_.take("=");
    assignment.right = document_.allows_expressions ? expressions().parse_right() : expressions().parse_invocation();
    end_statement();
    return assignment;
}

void Parser::parse_body(Fragment& fragment) {
    lexer_.take("{");
    fragment.has_body = true;
    do fragment.body.push_back(parse_assignment());
    while (!lexer_.token().is("}"));
    fragment.end = lexer_.take("}").place;
}

std::unique_ptr<Fragment> Parser::parse_fragment() {
    const Token word = lexer_.take("fragment");
    if (!document_.allows_fragments)
        lexer_.fail(word.place, "expected 'graph', but found a fragment, which needs `extension "
                                "KHR_enable_fragment_definitions;`");
    auto fragment = std::make_unique<Fragment>();
    const Token name = lexer_.take_name("the name of the fragment");
    fragment->name = name.text;
    fragment->place = name.place;
    fragment->source = &source_;
    if (lexer_.take_if("<")) {
        lexer_.take("?");
        fragment->is_generic = true;
        if (lexer_.take_if("=")) fragment->generic_default = parse_base(lexer_);
        lexer_.take(">");
    }
    std::unordered_set<std::string> taken;
    parse_names(fragment->parameters, taken, false, true);
    lexer_.take("->");
    parse_names(fragment->results, taken, true, true);
    if (lexer_.token().is("{"))
        parse_body(*fragment);
    else
        end_statement();
    return fragment;
}

void Parser::parse_graph() {
    Fragment& graph = document_.graph;
    if (!lexer_.token().is("graph"))
        lexer_.fail_expected(document_.allows_fragments ? "'fragment' or 'graph'" : "'graph'");
    lexer_.next();
    const Token name = lexer_.take_name("the name of the graph");
    graph.name = name.text;
    graph.place = name.place;
    graph.source = &source_;
    std::unordered_set<std::string> taken;
    parse_names(graph.parameters, taken, false, false);
    lexer_.take("->");
    parse_names(graph.results, taken, true, false);
    parse_body(graph);
    if (lexer_.token().kind != TokenKind::End) lexer_.fail_expected("nothing behind the graph");
}

Document Parser::parse_document() {
    parse_version();
    parse_extensions();
    while (lexer_.token().is("fragment")) document_.fragments.push_back(parse_fragment());
    parse_graph();
    return std::move(document_);
}

std::vector<std::unique_ptr<Fragment>> Parser::parse_library() {
    document_.allows_fragments = document_.allows_expressions = true;
    while (lexer_.token().kind != TokenKind::End) {
        document_.fragments.push_back(parse_fragment());
        document_.fragments.back()->is_standard = true;
    }
    return std::move(document_.fragments);
}

std::vector<QuantizationEntry> Parser::parse_quantization() {
    std::vector<QuantizationEntry> entries;
    while (lexer_.token().kind != TokenKind::End) {
        const Token name = lexer_.token();
        if (name.kind != TokenKind::String) lexer_.fail_expected("the name of a tensor in quotes");
        lexer_.next();
        lexer_.take(":");
        QuantizationEntry entry{.tensor = std::string(name.text), .place = name.place, .call = nullptr};
        entry.call = expressions().parse_invocation();
        lexer_.take(";");
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace

Document parse_document(const SourceText& source) {
    return Parser(source).parse_document();
}

std::vector<std::unique_ptr<Fragment>> parse_library(const SourceText& source) {
    return Parser(source).parse_library();
}

std::vector<QuantizationEntry> parse_quantization(const SourceText& source) {
    return Parser(source).parse_quantization();
}

} // namespace hlo2cpp::nnef
