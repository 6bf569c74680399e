#include "program/program_names.h"

#include <unordered_map>
#include <unordered_set>

#include "program/library_names.h"
#include "support/ascii_case.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

enum class Kind : std::uint8_t { Constant, Type, Parameter, Array, Variable, Fixed, Counter, Member };

struct Symbol {
    Kind kind = Kind::Constant;
    bool used = false;
};

struct Step {
    const tree::Function* function = nullptr;
    bool called = false;
};

class NamesVerifier {
public:
    explicit NamesVerifier(const Program& program) : program_(program) {
        for (const char* function : {"memcpy", "memmove", "memset", "__builtin_fma", "__builtin_fmaf"})
            helpers_.insert(function);
        for (const HostFunction& function : program.host_functions) helpers_.insert("::" + function.name);
        for (const tree::Function& step : program.steps) functions_.insert(step.name);
        for (const NamedConstant& array : program.constants) declare(array.name, Kind::Constant);
    }

    void run() {
        for (const tree::Function& step : program_.steps) {
            function(step);
            steps_[step.name] = {.function = &step};
        }
        if (program_.reset) function(*program_.reset);
        in_run_ = true;
        function(program_.run);
        for (const std::string& name : declared_)
            if (const Symbol& symbol = symbols_.at(name); !symbol.used && symbol.kind != Kind::Type)
                fail(name + " is not used");
        for (const auto& [name, step] : steps_) require(step.called, name, " is not called");
    }

private:
    // ---- statements
    void add(const tree::Statement& statement) {
        std::visit(
            [&](const auto& node) {
                if constexpr (requires { check(node); }) return check(node);
                tree::for_each_expression(statement, [&](const Expression& a) { use(a); });
                tree::for_each_body(statement, [&](const tree::Statements& statements) { body(statements); });
            },
            statement.node);
    }
    void check(const tree::Declare& declare) {
        type(declare.type);
        if (declare.value.valid()) use(declare.value);
        const bool fixed = declare.type.pointer ? declare.type.fixed_pointer : declare.type.constant;
        require(!fixed || declare.value.valid(), declare.name, " has no value");
        this->declare(declare.name, !declare.sizes.empty() ? Kind::Array : fixed ? Kind::Fixed : Kind::Variable);
    }
    void check(const tree::Assign& assign) {
        use(assign.value);
        target(assign.target);
    }
    void check(const tree::For& loop) {
        type(loop.type);
        require(loop.step != 0, loop.name, " counts without a step");
        if (loop.parallel) check_parallel(loop);
        for (const Expression* bound : {&loop.begin, &loop.end}) {
            use(*bound);
            constant_bound(*bound, loop.name);
        }
        const Scope scope(*this);
        declare(loop.name, Kind::Counter);
        round(loop.body);
    }
    // Its rounds set nothing of `run`, which has the context that they run in.
    void check_parallel(const tree::For& loop) {
        symbol("context").used = true;
        require(in_run_, loop.name, " counts parallel rounds outside run");
        require(tree::is_integer(loop.begin, 0) && loop.step == 1, loop.name, " does not count rounds from 0");
        for (const tree::Statement& statement : loop.body) {
            if (std::holds_alternative<tree::Comment>(statement.node)) continue;
            const auto* const evaluate = std::get_if<tree::Evaluate>(&statement.node);
            require(evaluate != nullptr && steps_.contains(evaluate->expression->name), loop.name,
                    " counts parallel rounds of what is no step");
        }
    }
    void check(const tree::While& loop) {
        require(in_run_, "", "a loop that is not counted");
        if (loop.test.valid()) use(loop.test);
        round(loop.body);
    }
    void check(const tree::Return& result) {
        if (!result.value.valid()) return;
        if (in_run_ && tree::is_name(result.value)) {
            const auto found = symbols_.find(result.value->name);
            const bool is_variable = found != symbols_.end() && found->second.kind == Kind::Variable;
            require(is_variable || is_macro(result.value->name), result.value->name, " is no result");
        }
        use(result.value);
    }
    void check(const tree::Record& record) {
        declare(record.name, Kind::Type);
        for (const tree::Declare& member : record.members) {
            type(member.type);
            fields_.insert(member.name);
        }
        for (const tree::Function& function : record.functions) {
            const Scope scope(*this);
            for (const tree::Declare& member : record.members) declare(member.name, Kind::Member);
            parameters_and_body(function);
        }
    }
    void check(const tree::Break&) { require(loops_ > 0, "", "a break outside loops"); }

    // A block; each name that is declared in it must be used in it.
    class Scope {
    public:
        explicit Scope(NamesVerifier& verifier) : verifier_(verifier), declared_(verifier.declared_.size()) {}
        ~Scope() noexcept(false) {
            std::string unused;
            std::vector<std::string>& declared = verifier_.declared_;
            for (; declared.size() > declared_; declared.pop_back()) {
                const auto symbol = verifier_.symbols_.find(declared.back());
                const Kind kind = symbol->second.kind;
                if (!symbol->second.used && kind != Kind::Counter && kind != Kind::Member) unused = declared.back();
                verifier_.symbols_.erase(symbol);
            }
            if (!unused.empty() && std::uncaught_exceptions() == 0) verifier_.fail(unused + " is not used");
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        NamesVerifier& verifier_;
        std::size_t declared_;
    };

    [[noreturn]] void fail(const std::string& what) const {
        const std::string where = function_.empty() ? "" : "function " + function_ + ": ";
        throw InternalError("hlo2cpp has a bug: the program is wrong: " + where + what);
    }
    void require(bool condition, std::string_view name, std::string_view what) const {
        if (!condition) fail(std::string(name) + std::string(what));
    }

    // ---- declarations
    void declare(const std::string& name, Kind kind) {
        const bool is_new = symbols_.try_emplace(name, Symbol{.kind = kind}).second;
        require(is_new && !name.empty(), name, " is declared twice, or hides another name");
        require(!is_helper(name), name, " hides a helper or a type");
        require(!functions_.contains(name), name, " hides a function");
        declared_.push_back(name);
    }

    bool is_helper(const std::string& name) const { return library_names().taken(name) || helpers_.contains(name); }

    void function(const tree::Function& function) {
        function_ = function.name;
        require(!symbols_.contains(function.name) && !steps_.contains(function.name) && !is_helper(function.name),
                function.name, " is the name of something else");
        parameters_and_body(function);
        function_.clear();
    }

    void parameters_and_body(const tree::Function& function) {
        const Scope scope(*this);
        type(function.result);
        for (const tree::Parameter& parameter : function.parameters) {
            type(parameter.type);
            if (parameter.used) declare(parameter.name, Kind::Parameter); // else its name is a comment
        }
        body(function.body);
    }

    void type(const tree::Type& type) {
        if (type.kind != tree::TypeKind::Named || type.name == "int") return;
        const auto record = symbols_.find(type.name);
        const bool is_record = record != symbols_.end() && record->second.kind == Kind::Type;
        if (is_record) record->second.used = true;
        const bool is_state = program_.reset && upper_case(type.name) == program_.prefix + "_STATE";
        const bool is_context = program_.divided_steps > 0 && upper_case(type.name) == program_.prefix + "_CONTEXT";
        const bool is_table = program_.devices && type.name == kCollectivesType;
        require(is_record || is_state || is_context || is_table, type.name, " is no type that is declared");
    }

    // ---- parts of statements
    void body(const tree::Statements& statements) {
        const Scope scope(*this);
        for (const tree::Statement& statement : statements) add(statement);
    }

    void round(const tree::Statements& statements) {
        ++loops_;
        body(statements);
        --loops_;
    }

    // An assignment to a variable is no use of it.
    void target(const Expression& a) {
        switch (a->kind) {
        case ExpressionKind::Name: require(symbol(a->name).kind == Kind::Variable, a->name, " cannot be set"); return;
        case ExpressionKind::Subscript:
        case ExpressionKind::VectorAt: {
            use(a->operands[1]);
            const Expression& array = a->operands[0];
            const bool is_array = tree::is_name(array) && symbol(array->name).kind == Kind::Array;
            if (is_array) return;
            return array->kind == ExpressionKind::Subscript ? target(array) : use(array);
        }
        default: fail("what is set is no variable and no element");
        }
    }

    // Requires a bound that cannot change: sums, quotients, maxima and minima of numbers and names that are never set.
    void constant_bound(const Expression& a, const std::string& loop) const {
        tree::for_each_part(a, [&](const Expression& part) {
            const bool name = part->kind == ExpressionKind::Name && symbols_.at(part->name).kind != Kind::Variable;
            const bool operation = part->kind == ExpressionKind::Integer || part->kind == ExpressionKind::Unary ||
                                   part->kind == ExpressionKind::Binary || part->kind == ExpressionKind::Cast ||
                                   part->kind == ExpressionKind::Call;
            require(name || operation, loop, " counts to bounds that may change");
        });
    }

    // ---- expressions
    Symbol& symbol(const std::string& name) {
        const auto found = symbols_.find(name);
        require(found != symbols_.end(), name, " is not declared");
        return found->second;
    }

    void use(const Expression& a) {
        switch (a->kind) {
        case ExpressionKind::Name: {
            if (in_run_ && is_macro(a->name)) break;
            Symbol& symbol = this->symbol(a->name);
            require(symbol.kind != Kind::Type, a->name, " is no variable");
            symbol.used = true;
            break;
        }
        case ExpressionKind::Call: call(a); break;
        case ExpressionKind::Field: require(fields_.contains(a->name), a->name, " is no member"); break;
        default: break;
        }
        type(a->type);
        for (const Expression& operand : a->operands) use(operand);
    }

    void call(const Expression& a) {
        if (is_helper(a->name) || (in_run_ && a->name == program_.prefix + "_TRACE")) return;
        const auto step = steps_.find(a->name);
        require(step != steps_.end(), a->name, " is called and does not exist");
        require(!symbols_.contains(a->name), a->name, " is called where another name hides it");
        require(in_run_, a->name, " is called by another step");
        require(a->operands.size() == step->second.function->parameters.size(), a->name,
                " is called with a wrong number of arguments");
        step->second.called = true;
    }

    bool is_macro(const std::string& name) const {
        return name == program_.prefix + "_OK" || name == program_.prefix + "_POISONED" ||
               name == program_.prefix + "_TOO_MANY_ROUNDS";
    }

    const Program& program_;
    std::unordered_set<std::string> helpers_;   // of string.h and of the host
    std::unordered_set<std::string> functions_; // of the steps
    std::unordered_map<std::string, Symbol> symbols_;
    std::unordered_map<std::string, Step> steps_;
    std::vector<std::string> declared_;                     // in order
    std::unordered_set<std::string> fields_ = {"re", "im"}; // of complex numbers
    std::string function_;                                  // for messages
    bool in_run_ = false;
    int loops_ = 0;
};

} // namespace

void verify_names(const Program& program) {
    NamesVerifier(program).run();
}

} // namespace hlo2cpp
