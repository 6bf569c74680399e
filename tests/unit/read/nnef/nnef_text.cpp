#include "nnef_text.h"

#include "driver/run.h"
#include "read/nnef/nnef.h"
#include "support/diagnostics.h"

namespace hlo2cpp::nnef {

std::string graph_text(const std::string& body, const std::string& fragments) {
    return "version 1.0;\n"
           "extension KHR_enable_fragment_definitions KHR_enable_operator_expressions;\n" +
           fragments + "graph g( x ) -> ( y )\n{\n    x = external<scalar>(shape = [3]);\n    " + body + "\n}\n";
}

ModelFile model_of(const std::string& text, const InputShapes& input_shapes) {
    return read_nnef("graph.nnef", text, input_shapes);
}

std::string complaint(const std::string& text) {
    try {
        model_of(text);
    } catch (const InputError& error) {
        const TextPlace place = error.diagnostic.place;
        return std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + error.diagnostic.message;
    }
    return {};
}

std::vector<double> first_result(const std::string& text) {
    const Module module = model_of(text).module;
    Literal x = Literal::zeros(Shape::array(ElementType::F32, {3}));
    for (std::int64_t i = 0; i < 3; ++i) x.set(i, static_cast<float>(i + 1));
    const Literal result = run_evaluator(module, {x})[0];
    std::vector<double> values;
    for (std::int64_t i = 0; i < result.shape.elements(); ++i) {
        if (result.shape.type == ElementType::F32)
            values.push_back(static_cast<double>(result.at<float>(i)));
        else if (result.shape.type == ElementType::S32)
            values.push_back(result.at<std::int32_t>(i));
        else
            values.push_back(result.at<std::uint8_t>(i));
    }
    return values;
}

double scalar_of(const std::string& expression, const std::string& fragments) {
    const std::string one = "fragment one( x: tensor<scalar> ) -> ( y: tensor<scalar> )\n{\n    value = " + expression +
                            ";\n    y = x * 0.0 + value;\n}\n";
    return first_result(graph_text("y = one(x);", fragments + one))[0];
}

} // namespace hlo2cpp::nnef
