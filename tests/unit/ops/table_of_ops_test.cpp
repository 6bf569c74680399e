// The table of the guide: which ops take which types. UPDATE_GOLDEN=1 writes what the definitions say now.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "ir/opcode.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

constexpr const char* kPage = HLO2CPP_SOURCE_DIR "/compiler/guide/supported-ops.md";
constexpr const char* kBegin = "<!-- ops -->\n";
constexpr const char* kEnd = "<!-- /ops -->\n";

std::string table() {
    std::map<unsigned, std::string, std::greater<>> ops; // by kinds
    std::string others;
    const auto add = [](std::string& list, std::string_view name) {
        list += (list.empty() ? "`" : ", `") + std::string(name) + "`";
    };
#define OP(name, text, symbol) add(ops[op_##symbol.kinds], text);
#define NOT_SUPPORTED_OP(name, text) add(others, text);
#include "ir/ops.def"
    std::string text = "| types | ops |\n| --- | --- |\n";
    for (const auto& [kinds, list] : ops)
        text += "| " + (kinds == kAnything ? "all" : list_of_kinds(kinds)) + " | " + list + " |\n";
    return text + "| not supported | " + others + " |\n";
}

} // namespace

TEST_CASE("the guide's table of ops is what their definitions say") {
    std::ifstream in(kPage);
    std::string page((std::istreambuf_iterator<char>(in)), {});
    const std::size_t begin = page.find(kBegin), end = page.find(kEnd);
    REQUIRE(begin != std::string::npos);
    REQUIRE(end != std::string::npos);
    const std::size_t first = begin + std::string(kBegin).size();
    const char* update = std::getenv("UPDATE_GOLDEN");
    if (update != nullptr && std::string(update) == "1") {
        page.replace(first, end - first, table());
        std::ofstream(kPage) << page;
        return;
    }
    CHECK(page.substr(first, end - first) == table());
}

} // namespace hlo2cpp
