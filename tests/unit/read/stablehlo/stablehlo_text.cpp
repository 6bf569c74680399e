#include "unit/read/stablehlo/stablehlo_text.h"

#include "read/stablehlo/text.h"
#include "support/diagnostics.h"
#include "unit/read/stablehlo/canonical.h"

namespace hlo2cpp::stablehlo {
namespace {

std::string with_attribute(const std::string& text) {
    return "\"test.op\"() {a = " + text + "} : () -> ()";
}

std::string with_constant(const std::string& text) {
    return "\"stablehlo.constant\"() {value = " + text + "} : () -> tensor<f32>";
}

std::string read_first(const std::string& text, const std::string& attribute) {
    const Document document = parse_stablehlo_text(text);
    const Attribute* found = document.module.regions.at(0).operations.at(0).attributes.find(attribute);
    return found == nullptr ? "left out" : canonical(*found);
}

} // namespace

std::string in_function(const std::string& body) {
    return "func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %s: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>, "
           "%p: tensor<i1>, %v: tensor<6xf32>, %n: tensor<2xi32>, %c: tensor<2xcomplex<f32>>) {\n" +
           body + "\nreturn\n}\n";
}

std::string read_body(const std::string& body) {
    return canonical(parse_stablehlo_text(in_function(body)));
}

std::string read_attribute(const std::string& text) {
    return read_first(with_attribute(text), "a");
}

std::string read_type(const std::string& text) {
    return read_attribute(text);
}

std::string read_constant(const std::string& text) {
    return read_first(with_constant(text), "value");
}

std::string text_complaint(const std::string& text) {
    try {
        parse_stablehlo_text(text);
        return {};
    } catch (const InputError& error) {
        const TextPlace place = error.diagnostic.place;
        return std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + error.what();
    }
}

std::string body_complaint(const std::string& body) {
    return text_complaint(in_function(body));
}

std::string attribute_complaint(const std::string& text) {
    return text_complaint(with_attribute(text));
}

std::string constant_complaint(const std::string& text) {
    return text_complaint(with_constant(text));
}

} // namespace hlo2cpp::stablehlo
