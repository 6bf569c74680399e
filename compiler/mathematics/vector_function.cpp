#include "mathematics/vector_function.h"

#include <utility>

#include "mathematics/scalar_function.h"
#include "mathematics/vector_arithmetic.h"
#include "support/diagnostics.h"
#include "support/runtime_text.h"
#include "tree/uses.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;

// Widens types and called functions to vectors; a literal becomes a vector beside a vector.
class Widening {
public:
    explicit Widening(const VectorType& vector) : vector_(vector) {}

    void operator()(tree::Comment&) const {}
    void operator()(tree::Declare& declare) const {
        widen(declare.type);
        const bool zero = declare.value.valid() && tree::number_of(declare.value) == 0.0; // no scalar is made a vector
        if (zero)
            declare.value = tree::construct({}, {});
        else
            widen(declare.value);
    }
    void operator()(tree::Assign& assign) const {
        widen(assign.target);
        widen(assign.value);
    }
    void operator()(tree::Return& result) const { widen(result.value); }
    void operator()(auto&) const { check_internal(false, "a statement that has no form for vectors"); }

    void widen(tree::Type& type) const {
        type.kind = tree::TypeKind::Vector;
        type.lanes = vector_.lanes;
    }

private:
    void widen(Expression& a) const {
        if (!a.valid()) return;
        std::vector<Expression> operands = a->operands;
        for (Expression& operand : operands) widen(operand);
        a = a->kind == ExpressionKind::Call ? call(a->name, std::move(operands))
                                            : tree::with_operands(a, std::move(operands));
    }

    Expression call(const std::string& function, std::vector<Expression> arguments) const {
        const std::string number(info(vector_.element).name);
        if (function == "bits_from_" + number) return cast(bits_of(vector_.element), arguments);
        if (function == number + "_from_bits") return cast(vector_.element, arguments);
        if (function == "__builtin_isless") return tree::less(arguments.at(0), arguments.at(1));
        for (int id = 0; id < kIntrinsics; ++id)
            if (const Intrinsic called{static_cast<IntrinsicId>(id), vector_}; function == scalar_name(called))
                return tree::intrinsic(called, std::move(arguments));
        throw InternalError("no function of vectors is " + function + " of each lane");
    }
    Expression cast(ElementType element, const std::vector<Expression>& arguments) const {
        return tree::cast(tree::vector_type(element, vector_.lanes), arguments.at(0));
    }

    VectorType vector_;
};

std::set<Intrinsic> called_by(const Intrinsic& mathematics, const Target& target) {
    if (mathematics.id == IntrinsicId::ReduceAngle) return {{IntrinsicId::ReduceSmallAngle, mathematics.vector}};
    Used used;
    used.add(vector_function(mathematics, target));
    return used.vectors.intrinsics;
}

void add(const Intrinsic& intrinsic, const Target& target, VectorUse& use) {
    if (!use.intrinsics.insert(intrinsic).second || !is_mathematics(intrinsic.id)) return;
    for (const Intrinsic& called : called_by(intrinsic, target)) add(called, target, use);
}

} // namespace

tree::Function vector_function(const Intrinsic& mathematics, const Target& target) {
    tree::Function function = scalar_function(helper_text(scalar_name(mathematics)));
    const Widening widening(mathematics.vector);
    widening.widen(function.result);
    for (tree::Parameter& parameter : function.parameters) widening.widen(parameter.type);
    for (tree::Statement& statement : function.body) std::visit(widening, statement.node);
    function.comment = function.name + " of each lane.";
    function.name = name_of(mathematics);
    return with_arithmetic_calls(std::move(function), target);
}

VectorUse with_called_mathematics(VectorUse use, const Target& target) {
    const std::set<Intrinsic> given = std::exchange(use.intrinsics, {});
    for (const Intrinsic& intrinsic : given) add(intrinsic, target, use);
    return use;
}

} // namespace hlo2cpp
