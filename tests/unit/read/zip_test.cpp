#include <catch2/catch.hpp>

#include "read/zip.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

// Written by Python's zipfile as numpy.savez does it: the folder a/, a/stored.npy with "four", and deflated.npy with
// "again and again and again".
constexpr std::string_view kDigits =
    "504b03042d00000000000000210000000000ffffffffffffffff02001400612f0100100000000000000000000000000000000000504b"
    "03042d0000000000000021007d66c190ffffffffffffffff0c001400612f73746f7265642e6e70790100100004000000000000000400"
    "000000000000666f7572504b03042d000000080000002100363de8bbffffffffffffffff0c0014006465666c617465642e6e70790100"
    "100019000000000000000f000000000000004b4c4fcccc5348cc4b514844650100504b01022d032d0000000000000021000000000000"
    "00000000000000020000000000000000000000800100000000612f504b01022d032d0000000000000021007d66c19004000000040000"
    "000c0000000000000000000000800134000000612f73746f7265642e6e7079504b01022d032d000000080000002100363de8bb0f0000"
    "00190000000c00000000000000000000008001760000006465666c617465642e6e7079504b05060000000003000300a4000000c30000"
    "000000";

std::string archive() {
    std::string bytes;
    for (std::size_t i = 0; i < kDigits.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(kDigits.substr(i, 2)), nullptr, 16));
    return bytes;
}

// "NAME=CONTENTS ..." of all members.
std::string members_of(const std::string& file) {
    std::string all;
    for (const ZipMember& member : list_zip(file, "w.npz")) all += member.name + "=" + unpacked(member, "w.npz") + " ";
    return all;
}

TEST_CASE("stored and deflated members of a zip archive are read, its folders are none", "[zip]") {
    CHECK(is_zip(archive()));
    CHECK(members_of(archive()) == "a/stored.npy=four deflated.npy=again and again and again ");
    CHECK(members_of(archive() + std::string(100, 'c')) == members_of(archive())); // as a comment
}

TEST_CASE("an archive that is cut off anywhere is refused", "[zip]") {
    const std::string whole = archive();
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
        CHECK_THROWS_AS(members_of(whole.substr(0, bytes)), InputError);
}

TEST_CASE("whatever byte of an archive is another one, contents are refused or right", "[zip]") {
    for (std::size_t at = 0; at < archive().size(); ++at)
        for (const int flip : {1, 8, 255}) {
            std::string changed = archive();
            changed[at] = static_cast<char>(changed[at] ^ flip);
            try {
                for (const ZipMember& member : list_zip(changed, "w.npz")) {
                    const std::string contents = unpacked(member, "w.npz");
                    CHECK((contents.empty() || contents == "four" || contents == "again and again and again"));
                }
            } catch (const InputError& error) {
                CHECK_THAT(error.what(), Contains("w.npz"));
            }
        }
}

TEST_CASE("a member that is packed in another way or encrypted is refused with what to do", "[zip]") {
    const auto with = [](std::size_t at, char value) { // in the first entry of the directory
        std::string changed = archive();
        changed[changed.find("PK\x01\x02") + at] = value;
        return changed;
    };
    CHECK_THROWS_WITH(list_zip(with(10, 14), "w.npz"), Contains("packed by method 14") && Contains("a folder of .npy"));
    CHECK_THROWS_WITH(list_zip(with(8, 1), "w.npz"), Contains("is encrypted"));
}

} // namespace
} // namespace hlo2cpp
