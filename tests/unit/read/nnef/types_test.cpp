#include <catch2/catch.hpp>

#include "nnef_text.h"
#include "read/nnef/type.h"

namespace hlo2cpp::nnef {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

const Type kInteger = Type::primitive(Base::Integer), kScalar = Type::primitive(Base::Scalar),
           kTensor = Type::tensor(Base::Scalar);

// In a fragment with parameters of every type.
std::string in_fragment(const std::string& right) {
    return complaint(
        graph_text("y = f(x, n = 1);",
                   "fragment f( x: tensor<scalar>, n: integer, s: scalar = 1.0, b: logical = true, t: string = 'a', "
                   "k: integer[] = [1,2], p: (integer,scalar) = (1,1.0) ) -> ( y: tensor<scalar> )\n{\n    y = " +
                       right + ";\n}\n"));
}

TEST_CASE("a number serves as a tensor of its type, and arrays and tuples do so item by item", "[nnef]") {
    CHECK(serves(kScalar, kTensor));
    CHECK_FALSE(serves(kInteger, kTensor));
    CHECK_FALSE(serves(kTensor, kScalar));
    CHECK(serves(Type::array(kScalar), Type::array(kTensor)));
    CHECK(serves(Type::array({}), Type::array(kTensor)));
    CHECK(serves(Type::tuple({kScalar, kInteger}), Type::tuple({kTensor, kInteger})));
    CHECK_FALSE(serves(Type::tuple({kScalar}), Type::tuple({kTensor, kInteger})));
    CHECK(serves(Type::tensor(Base::Logical), Type::tensor(Base::Any)));
    CHECK_FALSE(serves(Type::primitive(Base::String), Type::tensor(Base::Any)));
}

TEST_CASE("? stands for what an argument of its parameter is", "[nnef]") {
    const Type parameter = Type::array(Type::tensor(Base::Generic));
    CHECK(deduced(parameter, Type::array(Type::tensor(Base::Logical))) == Base::Logical);
    CHECK(deduced(parameter, Type::array({})) == std::nullopt);
    CHECK(bound(parameter, Base::Integer) == Type::array(Type::tensor(Base::Integer)));
}

TEST_CASE("integers are no scalars, whatever they are used for", "[nnef]") {
    CHECK_THAT(in_fragment("x + n"), StartsWith("5:9: the operator + cannot be applied to tensor<scalar> and integer"));
    CHECK_THAT(in_fragment("x * (s + n)"), Contains("cannot be applied to scalar and integer"));
    CHECK_THAT(in_fragment("leaky_relu(x, alpha = n)"), Contains("expected scalar for the parameter alpha"));
    CHECK(in_fragment("x * (s + scalar(n))").empty());
}

TEST_CASE("operators take numbers, truths, strings and arrays, each what it is for", "[nnef]") {
    CHECK_THAT(in_fragment("x * scalar(t - t)"), Contains("cannot be applied to string and string"));
    CHECK_THAT(in_fragment("x if b + b else x"), Contains("cannot be applied to logical and logical"));
    CHECK_THAT(in_fragment("x if n else x"), Contains("expected a logical value as the condition, but found integer"));
    CHECK_THAT(in_fragment("x if n && b else x"), Contains("cannot be applied to integer and logical"));
    CHECK_THAT(in_fragment("x * scalar(k[0] in n)"), Contains("cannot be applied to integer and integer"));
    CHECK_THAT(in_fragment("!x"), Contains("the operator ! cannot be applied to tensor<scalar>"));
    CHECK(in_fragment("x if t + t == 'aa' && length_of(k + k * 2) == 6 && !(3 in k) else -x").empty());
}

TEST_CASE("subscripts are integers, of tuples literals", "[nnef]") {
    CHECK_THAT(in_fragment("x * p[n]"), Contains("expected an integer literal as the subscript of a tuple"));
    CHECK_THAT(in_fragment("x * p[2]"), Contains("the subscript 2 is outside of a tuple of 2"));
    CHECK_THAT(in_fragment("x * scalar(k[s])"), Contains("expected an integer as subscript, but found scalar"));
    CHECK_THAT(in_fragment("x * scalar(n[0])"), Contains("but found integer"));
    CHECK(in_fragment("x * p[1]").empty());
}

TEST_CASE("a generic fragment works for every type, and says so", "[nnef]") {
    const std::string twice =
        "fragment twice<?>( x: tensor<?> ) -> ( y: tensor<?> )\n{\n    y = concat([x, x], axis = 0);\n}\n";
    CHECK(first_result(graph_text("y = twice(x);", twice)) == std::vector<double>{1, 2, 3, 1, 2, 3});
    CHECK(first_result(graph_text("y = twice<logical>(x > 2.0);", twice)) == std::vector<double>{0, 0, 1, 0, 0, 1});
    CHECK_THAT(complaint(graph_text("y = twice<integer>(x);", twice)), Contains("expected tensor<integer>"));
    CHECK_THAT(
        complaint(graph_text("y = f(x);", "fragment f( x: tensor<?> ) -> ( y: tensor<scalar> )\n{ y = relu(x); }\n")),
        Contains("is called f<?> where it is defined"));
    CHECK_THAT(complaint(graph_text("y = cast(x);")), Contains("nothing says what the ? of cast stands for"));
}

TEST_CASE("in the provisional text an integer literal is a scalar where one is needed", "[nnef]") {
    const auto graph = [](const std::string& right) {
        return complaint(
            "version 1.0\nfragment f( x: tensor, k: scalar[] = [1, 2], n: extent = 3 ) -> ( y: tensor )\n{\n    y = " +
            right + "\n}\ngraph g( x ) -> ( y )\n{\n    x = external(shape = [3])\n    y = f(x)\n}\n");
    };
    CHECK(graph("x * 2 + k[0]").empty());
    CHECK(graph("leaky_relu(x, 1)").empty());
    CHECK(graph("add_n([x, 1, 2.5])").empty());
    CHECK_THAT(graph("x * n"), Contains("cannot be applied to tensor<scalar> and integer"));
}

} // namespace
} // namespace hlo2cpp::nnef
