#include "driver/self_test.h"

namespace hlo2cpp {

SelfTest self_test_of(const Module& module, const std::vector<StateArray>& state, const Arguments& arguments) {
    SelfTest test = make_self_test(module, arguments.leaves);
    test.given = arguments.given;
    test.positive = arguments.positive;
    const std::vector<Shape> shapes = leaves_of(module.parameter_shapes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        SelfTest::Argument& argument = test.arguments[i];
        argument.initial = !arguments.state_given && initial_value(module, state, i) != nullptr;
        const bool sampled = !test.given && padding_text(shapes[i]).empty(); // padding is zeros
        if (argument.initial || sampled) argument.stored.reset();
    }
    return test;
}

} // namespace hlo2cpp
