// The fixtures' arguments and results for generated code that runs on another machine (runner.cpp).
//
//     emulated_fixtures calls LIST ENDIAN              writes the calls; ENDIAN is little or big
//     emulated_fixtures check LIST ENDIAN <RESULTS     compares the results with the oracle's
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "entry_call.h"
#include "ir/element_type.h"

namespace hlo2cpp::testing {
namespace {

struct Listed {
    std::string path;
    std::vector<int> aliased;
    bool has_code = true;
};

std::vector<Listed> read_list(const std::string& path) {
    std::vector<Listed> all;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Listed one;
        int results = 0;
        words >> one.path >> results;
        one.has_code = results >= 0;
        for (int alias = 0; words >> alias;) one.aliased.push_back(alias);
        one.aliased.push_back(-1);
        all.push_back(std::move(one));
    }
    return all;
}

// A call, and the shapes behind its pointers.
struct Call {
    Fixture fixture;
    Module module;
    std::vector<Shape> shapes;

    explicit Call(const Listed& listed) : fixture(read_fixture(listed.path)), module(fixture_module(fixture)) {
        shapes = leaves(module.parameter_shapes);
        const std::vector<Shape> results = leaves({module.result_shape});
        for (std::size_t i = 0; i < results.size(); ++i)
            if (listed.aliased[i] < 0) shapes.push_back(results[i]);
    }
};

// Turns elements into the other machine's order of bytes, or back.
std::vector<std::byte> reordered(std::vector<std::byte> bytes, ElementType type, bool big) {
    const auto size = static_cast<std::ptrdiff_t>(is_complex(type) ? byte_size(type) / 2 : byte_size(type));
    if (big && size > 1)
        for (auto at = bytes.begin(); at + size <= bytes.end(); at += size) std::reverse(at, at + size);
    return bytes;
}

void write_number(std::size_t number) {
    for (int shift = 0; shift < 32; shift += 8) std::cout.put(static_cast<char>(number >> shift & 255));
}

std::uint32_t read_number() {
    std::uint32_t number = 0;
    for (int shift = 0; shift < 32; shift += 8) number |= static_cast<std::uint32_t>(std::cin.get() & 255) << shift;
    return number;
}

int write_calls(const std::vector<Listed>& list, bool big) {
    for (std::size_t number = 0; number < list.size(); ++number) {
        if (!list[number].has_code) continue;
        const Call call(list[number]);
        EntryCall entry(call.module, call.fixture, list[number].aliased.data());
        write_number(number);
        write_number(call.shapes.size());
        for (std::size_t i = 0; i < call.shapes.size(); ++i) {
            const auto* const begin = static_cast<const std::byte*>(entry.pointers()[i]);
            const auto bytes = reordered({begin, begin + call.shapes[i].bytes()}, call.shapes[i].type, big);
            write_number(bytes.size());
            std::cout.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        }
    }
    return 0;
}

int check(const std::vector<Listed>& list, bool big) {
    int right = 0, wrong = 0;
    for (const Listed& listed : list) {
        if (!listed.has_code) continue;
        const Call call(listed);
        for (int round = 0; round < 2; ++round) {
            EntryCall entry(call.module, call.fixture, listed.aliased.data());
            std::string said = read_number() == 0 ? "" : "an error";
            for (std::size_t i = 0; i < call.shapes.size(); ++i) {
                std::vector<std::byte> bytes(static_cast<std::size_t>(call.shapes[i].bytes()));
                std::cin.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
                bytes = reordered(std::move(bytes), call.shapes[i].type, big);
                if (!bytes.empty()) std::memcpy(entry.pointers()[i], bytes.data(), bytes.size());
            }
            const std::vector<Literal> results = entry.results();
            for (std::size_t i = 0; i < results.size(); ++i)
                if (const std::string one = difference(results[i], call.fixture.results[i], call.fixture); !one.empty())
                    said += "result " + std::to_string(i) + ": " + one;
            if (!said.empty()) std::printf("%s: %s\n", listed.path.c_str(), said.c_str());
            ++(said.empty() ? right : wrong);
        }
    }
    std::printf("%d calls agree with the oracle, %d do not\n", right, wrong);
    return wrong == 0 && right > 0 && std::cin ? 0 : 1;
}

int run(const std::vector<std::string>& arguments) {
    if (arguments.size() != 3) return 2;
    const std::vector<Listed> list = read_list(arguments[1]);
    return arguments[0] == "calls" ? write_calls(list, arguments[2] == "big") : check(list, arguments[2] == "big");
}

} // namespace
} // namespace hlo2cpp::testing

int main(int argc, char** argv) {
    return hlo2cpp::testing::run({argv + 1, argv + argc});
}
