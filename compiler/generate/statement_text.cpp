#include <algorithm>

#include "generate/text_lines.h"
#include "generate/tree_text.h"
#include "support/diagnostics.h"
#include "tree/operators.h"

namespace hlo2cpp {
namespace {

using tree::Expression;

std::string comment_suffix(const std::string& comment) {
    return comment.empty() ? "" : " // " + comment;
}

class Printer {
public:
    explicit Printer(const std::string& prefix) : prefix_(prefix) {}
    std::vector<std::string> lines;

    void print(const tree::Statements& statements) {
        for (const tree::Statement& statement : statements) std::visit(*this, statement.node);
    }

    void operator()(const tree::Declare& declare) {
        std::string text = tree::to_text(declare.type) + " " + declare.name;
        for (const std::int64_t size : declare.sizes) text += "[" + std::to_string(size) + "]";
        if (declare.value.valid()) text += " = " + to_text(declare.value);
        line(text + ";", declare.comment);
    }
    void operator()(const tree::Assign& assign) {
        const std::string op = " " + std::string(spelling_of(assign.assignment)) + " ";
        line(to_text(assign.target) + op + to_text(assign.value) + ";", assign.comment);
    }
    void operator()(const tree::Evaluate& evaluate) { line(to_text(evaluate.expression) + ";", evaluate.comment); }
    void operator()(const tree::For& loop) {
        if (loop.parallel) return print_parallel(loop);
        if (loop.rolled) line(prefix_ + "_ROLLED");
        if (loop.unroll > 0) line(prefix_ + "_UNROLL(" + std::to_string(loop.unroll) + ")");
        const std::string& name = loop.name;
        const std::int64_t distance = loop.step < 0 ? -loop.step : loop.step;
        const std::string sign = loop.step < 0 ? "-" : "+";
        const std::string next =
            distance == 1 ? sign + sign + name : name + " " + sign + "= " + to_text(tree::integer(distance));
        const std::string test = loop.step < 0 ? " >= " : " < ";
        body("for (" + tree::to_text(loop.type) + " " + name + " = " + to_text(loop.begin) + "; " + name + test +
                 to_text(loop.end) + "; " + next + ") {",
             loop.body);
        line("}");
    }
    void operator()(const tree::While& loop) {
        const std::string head = loop.test.valid() ? "while (" + to_text(loop.test) + ") {" : "for (;;) {";
        body(head, loop.body, loop.comment);
        line("}");
    }
    void operator()(const tree::If& first) {
        const tree::If* choice = &first;
        const tree::If* next = nullptr;
        if (is_exit(first)) return line("if (" + to_text(first.test) + ") " + exit_text(first.body[0]));
        for (std::string head = "if (";; head = "} else if (", choice = next) {
            body(head + to_text(choice->test) + ") {", choice->body);
            const bool chain = choice->otherwise.size() == 1;
            next = chain ? std::get_if<tree::If>(&choice->otherwise[0].node) : nullptr;
            if (next == nullptr) break;
        }
        if (!choice->otherwise.empty()) body("} else {", choice->otherwise);
        line("}");
    }
    void operator()(const tree::Switch& choice) {
        line("switch (" + to_text(choice.selector) + ") {");
        ++depth_;
        for (std::size_t i = 0; i < choice.cases.size(); ++i) {
            const bool last = i + 1 == choice.cases.size();
            body(last ? "default: {" : "case " + std::to_string(i) + ": {", choice.cases[i]);
            ++depth_;
            line("break;");
            --depth_;
            line("}");
        }
        --depth_;
        line("}");
    }
    void operator()(const tree::Block& block) {
        const bool several = block.comment.find('\n') != std::string::npos;
        if (several) (*this)(tree::Comment{block.comment}); // in front, as behind the brace is one line
        body("{", block.body, several ? "" : block.comment);
        line("}");
    }
    void operator()(const tree::Comment& comment) {
        for (const std::string& text : split_lines(comment.text)) lines.push_back(indent() + "// " + text);
    }
    void operator()(const tree::Break&) { line("break;"); }
    void operator()(const tree::Return& result) {
        line(result.value.valid() ? "return " + to_text(result.value) + ";" : "return;", result.comment);
    }
    void operator()(const tree::Record& record) {
        if (!record.comment.empty()) (*this)(tree::Comment{record.comment});
        line("struct " + record.name + " {");
        ++depth_;
        for (const tree::Declare& member : record.members) (*this)(member);
        for (const tree::Function& function : record.functions) {
            if (!function.comment.empty()) (*this)(tree::Comment{function.comment});
            body(signature_text(function, ""), function.body);
            line("}");
        }
        --depth_;
        line("};");
    }

private:
    // See parallel.tmpl.
    void print_parallel(const tree::For& loop) {
        body("in_parallel(context, " + to_text(loop.end) + ", [&](" + tree::to_text(loop.type) + " " + loop.name +
                 ") {",
             loop.body);
        line("});");
    }
    // True for a single break or return, which is printed on the line of its test.
    static bool is_exit(const tree::If& choice) {
        if (choice.body.size() != 1 || !choice.otherwise.empty()) return false;
        return std::holds_alternative<tree::Break>(choice.body[0].node) ||
               std::holds_alternative<tree::Return>(choice.body[0].node);
    }
    static std::string exit_text(const tree::Statement& statement) {
        Printer printer("");
        std::visit(printer, statement.node);
        return printer.lines[0];
    }

    // Indentation stops at a maximum depth: deeper lines would have no room, and files would be mostly blanks.
    std::string indent() const {
        constexpr int kMostLevels = 16;
        return std::string(4 * static_cast<std::size_t>(std::min(depth_, kMostLevels)), ' ');
    }
    void line(const std::string& code, const std::string& comment = "") {
        const std::string wrapped = wrap_code(indent() + code);
        lines.push_back(wrapped + comment_suffix(comment));
    }
    void body(const std::string& head, const tree::Statements& statements, const std::string& comment = "") {
        line(head, comment);
        ++depth_;
        print(statements);
        --depth_;
    }

    const std::string& prefix_;
    int depth_ = 0;
};

std::string parameter_text(const tree::Parameter& parameter) {
    return tree::to_text(parameter.type) + (parameter.used ? " " + parameter.name : " /*" + parameter.name + "*/");
}

} // namespace

std::vector<std::string> to_lines(const tree::Statements& statements, const std::string& prefix) {
    Printer printer(prefix);
    printer.print(statements);
    return std::move(printer.lines);
}

std::string signature_text(const tree::Function& function, const std::string& attributes) {
    std::string parameters;
    for (const tree::Parameter& parameter : function.parameters)
        parameters += (parameters.empty() ? "" : ", ") + parameter_text(parameter);
    const bool is_static = function.member == tree::Member::Static;
    const std::string before = function.helper ? "static inline " : is_static ? "static " : "";
    const std::string after = function.member == tree::Member::Const ? " const" : "";
    return attributes + before + tree::to_text(function.result) + " " + function.name + "(" + parameters + ")" + after +
           " noexcept {";
}

std::string to_text(const tree::Function& function, const std::string& prefix, const std::string& attributes) {
    std::string text;
    for (const std::string& line : split_lines(function.comment)) text += "// " + line + "\n";
    text += wrap_code(signature_text(function, attributes)) + "\n";
    for (const std::string& line : to_lines(function.body, prefix))
        for (const std::string& part : split_lines(line)) text += "    " + part + "\n";
    return text + "}";
}

} // namespace hlo2cpp
