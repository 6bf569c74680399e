// The instructions of expressions of a function, each as often as it is computed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "estimate/known_integers.h"
#include "machine/core.h"
#include "machine/target.h"
#include "tree/statement.h"

namespace hlo2cpp {

class ExpressionCounter {
public:
    // Visitor of calls of the file's functions, with how often each is made.
    using Called = std::function<void(const tree::Expression& call, double times, const KnownIntegers& known)>;

    ExpressionCounter(const Target& target, const std::unordered_set<std::string>& own, Called called)
        : target_(target), own_(own), called_(std::move(called)) {}
    void use(const tree::Expression& expression);
    void store(const tree::Expression& target, tree::Assignment assignment, const tree::Expression& value);
    // A variable, or a field of a record, whose name then begins with a dot.
    void declare(const std::string& name, const tree::Type& type, const tree::Expression& value);
    void declare_array(const tree::Declare& array);
    // A loop around what comes until leave(). The compiler unrolls all of it: equal loads of its rounds are one.
    void enter(double rounds, bool unrolled, const std::string& variable, const tree::Statements& body);
    void leave();
    // A factor of all that comes, as in branches of which one is taken.
    void scale(double factor) { share_ *= factor; }
    void add(InstructionKind kind, double number = 1) { add(kind, number, all_loops(), false); }
    void add(const InstructionCounts& counts) { counts_ += counts * times(all_loops(), false); }
    // True if compilers know the value, too, once loops are unrolled.
    bool is_constant(const tree::Expression& expression) const;
    KnownIntegers& known() { return known_; }
    const InstructionCounts& counts() const { return counts_; }
    void set_counts(const InstructionCounts& counts) { counts_ = counts; }

private:
    struct Loop {
        double rounds = 1;
        bool unrolled = false;
    };
    struct Variable {
        tree::Type type;
        std::uint64_t loops = 0; // that its value depends on, a bit each
        bool in_registers = false;
    };

    void use_address(const tree::Expression& index);
    void use_operator(const tree::Expression& operation);
    void use_call(const tree::Expression& call);
    void move_bytes(const tree::Expression& call);
    void add(InstructionKind kind, double number, std::uint64_t loops, bool load);
    void add_sum(ElementType type, const tree::Expression& product, std::uint64_t loops);
    // How often something is computed that depends on these loops.
    double times(std::uint64_t loops, bool load) const;
    std::uint64_t loops_of(const tree::Expression& expression) const;
    std::uint64_t all_loops() const {
        return loops_.size() > 63 ? ~std::uint64_t{0} : (std::uint64_t{1} << loops_.size()) - 1;
    }
    tree::Type type_of(const tree::Expression& expression) const;
    bool all_unrolled(std::uint64_t loops) const;
    bool is_in_registers(const tree::Expression& element) const;

    const Target& target_;
    const std::unordered_set<std::string>& own_; // functions of the file
    Called called_;
    InstructionCounts counts_;
    double share_ = 1;
    KnownIntegers known_;
    std::vector<Loop> loops_;
    std::unordered_map<std::string, Variable> variables_;
};

} // namespace hlo2cpp
