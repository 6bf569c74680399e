#include "unit/read/stablehlo/canonical.h"

#include <sstream>
#include <unordered_map>

namespace hlo2cpp::stablehlo {
namespace {

constexpr std::size_t kShownBytes = 64; // of a constant; the rest is a hash

std::string hex(std::span<const std::byte> bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes.first(std::min(bytes.size(), kShownBytes))) {
        text += kDigits[std::to_integer<unsigned>(byte) >> 4];
        text += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    std::uint64_t hash = 14695981039346656037U;
    for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<unsigned>(byte)) * 1099511628211U;
    return bytes.size() > kShownBytes ? text + ".. " + std::to_string(bytes.size()) + " #" + std::to_string(hash)
                                      : text;
}

void print(std::ostream& out, const Attribute& attribute);

void print(std::ostream& out, const Dictionary& dictionary) {
    out << "{";
    for (const NamedAttribute& entry : dictionary.entries()) {
        out << (&entry == dictionary.entries().data() ? "" : ", ") << entry.name << " = ";
        print(out, entry.value);
    }
    out << "}";
}

void print(std::ostream& out, const Integers& integers) {
    out << "<";
    for (const std::int64_t size : integers.dims) out << size << "x";
    for (const std::int64_t value : integers.values) out << " " << value;
    out << ">";
}

void print(std::ostream& out, const Attribute::List& list) {
    out << "[";
    for (const Attribute& item : list) {
        out << (&item == list.data() ? "" : ", ");
        print(out, item);
    }
    out << "]";
}

void print(std::ostream& out, const Dense& dense) {
    out << "dense<" << (dense.splat ? "splat " : "") << hex(dense.bytes) << "> : " << to_string(*dense.type);
}

struct AttributePrinter {
    std::ostream& out;
    void operator()(Unit) { out << "unit"; }
    void operator()(bool value) { out << (value ? "true" : "false"); }
    void operator()(const Integer& value) { out << value.value << " : " << info(value.type).name; }
    void operator()(const Float& value) { out << "bits " << value.bits << " : " << info(value.type).name; }
    void operator()(const std::string& value) { out << '"' << value << '"'; }
    void operator()(const TypePtr& value) { out << to_string(*value); }
    void operator()(const Opaque& value) { out << "#" << value.name << "<" << value.body << ">"; }
    void operator()(const auto& value) { print(out, value); }
};

void print(std::ostream& out, const Attribute& attribute) {
    std::visit(AttributePrinter{out}, attribute.value);
}

class Printer {
public:
    Printer(const Document& document, bool with_locations) : document_(document), with_locations_(with_locations) {}

    std::string text() {
        print_operation(document_.module, 0);
        return out_.str();
    }

private:
    void print_value(ValueId value) { out_ << "%" << numbers_.try_emplace(value, numbers_.size()).first->second; }

    void print_location(std::uint32_t index) {
        if (!with_locations_) return;
        const Location& location = document_.locations.at(index);
        out_ << " loc(\"" << location.name << "\" " << location.file << ":" << location.line << ":" << location.column
             << ")";
    }

    void print_region(const Region& region, int depth) {
        out_ << std::string(static_cast<std::size_t>(depth) * 2, ' ') << "(";
        for (const ValueId argument : region.arguments) {
            print_value(argument);
            out_ << ": " << to_string(document_.type_of(argument));
            print_location(document_.values[argument].location);
            out_ << ", ";
        }
        out_ << ")\n";
        for (const Operation& operation : region.operations) print_operation(operation, depth + 1);
    }

    void print_operation(const Operation& operation, int depth) {
        out_ << std::string(static_cast<std::size_t>(depth) * 2, ' ') << operation.name;
        for (const ValueId operand : operation.operands) print_value(operand);
        out_ << " ";
        print(out_, operation.attributes);
        out_ << " ->";
        for (const ValueId result : operation.results) {
            out_ << " ";
            print_value(result);
            out_ << ": " << to_string(document_.type_of(result));
        }
        print_location(operation.location);
        out_ << "\n";
        for (const Region& region : operation.regions) print_region(region, depth + 1);
    }

    const Document& document_;
    const bool with_locations_;
    std::unordered_map<ValueId, std::size_t> numbers_;
    std::ostringstream out_;
};

} // namespace

std::string canonical(const Document& document, bool with_locations) {
    return Printer(document, with_locations).text();
}

std::string canonical(const Attribute& attribute) {
    std::ostringstream out;
    print(out, attribute);
    return out.str();
}

} // namespace hlo2cpp::stablehlo
