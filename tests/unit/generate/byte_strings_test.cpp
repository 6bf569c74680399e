// Large constants as strings of bytes: which are, and the text.
#include <sstream>

#include "generated.h"
#include "support/byte_text.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// Four neighbours of so many numbers; every byte value occurs in them.
Code table(std::int64_t elements) {
    std::string text =
        "HloModule m\nENTRY e {\n  n = s32[] parameter(0)\n  t = u32[" + std::to_string(elements) + "] constant({";
    for (std::int64_t i = 0; i < elements; ++i) text += (i == 0 ? "" : ",") + std::to_string(i * 2654435 % 4294967291);
    text += "})\n  ROOT s = u32[4] dynamic-slice(t, n), dynamic_slice_sizes={4}\n}";
    return testing::compiled(text, "generic").code;
}

} // namespace

TEST_CASE("a byte in a string literal ends where it ends, whatever follows", "[generate]") {
    const auto text = [](const std::string& bytes) {
        std::string result;
        for (const char byte : bytes) append_byte(result, static_cast<unsigned char>(byte));
        return result;
    };
    CHECK(text(std::string("\0"
                           "1",
                           2)) == "\\0001");
    CHECK(text("\x7f\xff") == "\\177\\377");
    CHECK(text("a\"b\\c") == "a\\042b\\134c");
    CHECK(text("?\?=") == "\\077\\077="); // no trigraph
    CHECK(text(" ~") == " ~");
}

TEST_CASE("constants above one megabyte are strings of bytes that compilers take fast", "[generate]") {
    const Code small = table(262144), large = table(262145);
    CHECK_THAT(small.source, !Contains("_bytes[") && Contains("uint32_t t[262144] = {"));
    CHECK_THAT(large.source, Contains("alignas(16) M_WEIGHTS constexpr unsigned char t_bytes[1048581] =\n") &&
                                 Contains("const u32_mem* const t =\n    static_cast<const u32_mem*>") &&
                                 Contains("__ORDER_LITTLE_ENDIAN__") && !Contains("?\?"));
    std::istringstream lines(large.source);
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("    \"")) longest = std::max(longest, line.size());
    CHECK(longest > 100);
    CHECK(longest <= 120);
}
