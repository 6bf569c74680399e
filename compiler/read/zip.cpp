#include "read/zip.h"

#include <algorithm>
#include <limits>

#include "read/gzip.h"
#include "runtime_lib/self_test.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kDirectoryEnd("PK\x05\x06", 4), kDirectoryEntry("PK\x01\x02", 4),
    kMemberHeader("PK\x03\x04", 4);
constexpr std::size_t kEndBytes = 22, kEntryBytes = 46, kHeaderBytes = 30, kMostComment = 0xFFFF;
constexpr std::uint32_t kStored = 0, kDeflated = 8, kEncrypted = 1;
constexpr std::uint32_t kMostBytes = std::numeric_limits<std::int32_t>::max();

// Reads little-endian integers; throws where the file ends before one.
class ZipReader {
public:
    ZipReader(std::string_view file, const std::string& what) : file_(file), what_(what) {}

    [[noreturn]] void damaged() const { throw InputError(what_ + ": the zip archive is damaged or cut off"); }
    std::string_view part(std::size_t at, std::size_t bytes) const {
        if (at > file_.size() || bytes > file_.size() - at) damaged();
        return file_.substr(at, bytes);
    }
    std::uint32_t integer(std::size_t at, std::size_t bytes) const {
        std::uint32_t value = 0;
        const std::string_view digits = part(at, bytes);
        for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(digits[i]);
        return value;
    }
    // The place of the record at the archive's end; a comment may stand behind it.
    std::size_t directory_end() const {
        const std::size_t first = file_.size() - std::min(file_.size(), kEndBytes + kMostComment);
        const std::size_t at = file_.rfind(kDirectoryEnd);
        if (at == file_.npos || at < first) damaged();
        return at;
    }

private:
    std::string_view file_;
    const std::string& what_;
};

// One entry of the directory.
ZipMember read_member(const ZipReader& zip, std::size_t at, const std::string& what) {
    if (zip.part(at, kEntryBytes).substr(0, kDirectoryEntry.size()) != kDirectoryEntry) zip.damaged();
    ZipMember member{.name = std::string(zip.part(at + kEntryBytes, zip.integer(at + 28, 2))),
                     .checksum = zip.integer(at + 16, 4)};
    const auto refuse = [&](const std::string& why) {
        throw InputError(what + ": " + member.name + " " + why + "; a folder of .npy files is read, too");
    };
    const std::uint32_t method = zip.integer(at + 10, 2), packed_bytes = zip.integer(at + 20, 4);
    member.bytes = zip.integer(at + 24, 4);
    if ((zip.integer(at + 8, 2) & kEncrypted) != 0) refuse("is encrypted");
    if (method != kStored && method != kDeflated)
        refuse("is packed by method " + std::to_string(method) + " of zip, and only stored and deflated ones are read");
    if (packed_bytes > kMostBytes || member.bytes > kMostBytes) refuse("has 2 GiB or more");
    member.deflated = method == kDeflated;
    if (!member.deflated && packed_bytes != member.bytes) zip.damaged();
    const std::size_t header = zip.integer(at + 42, 4);
    if (zip.part(header, kHeaderBytes).substr(0, kMemberHeader.size()) != kMemberHeader) zip.damaged();
    member.packed =
        zip.part(header + kHeaderBytes + zip.integer(header + 26, 2) + zip.integer(header + 28, 2), packed_bytes);
    return member;
}

std::string little_endian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xFFU);
    return bytes;
}

// A gzip'd file is a header, deflated bytes, and their checksum and size.
std::string inflated(const ZipMember& member) {
    constexpr std::string_view kHeader("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", 10);
    std::string gzipped(kHeader);
    gzipped.append(member.packed).append(little_endian(member.checksum)).append(little_endian(member.bytes));
    return unpacked(gzipped);
}

} // namespace

bool is_zip(std::string_view file) {
    return file.starts_with(kMemberHeader) || file.starts_with(kDirectoryEnd);
}

std::vector<ZipMember> list_zip(std::string_view file, const std::string& what) {
    const ZipReader zip(file, what);
    const std::size_t end = zip.directory_end();
    zip.part(end, kEndBytes);
    const std::uint32_t count = zip.integer(end + 10, 2);
    std::size_t at = zip.integer(end + 16, 4);
    std::vector<ZipMember> members;
    for (std::uint32_t i = 0; i < count; ++i) {
        members.push_back(read_member(zip, at, what));
        if (members.back().name.ends_with('/')) members.pop_back(); // a folder
        at += kEntryBytes + zip.integer(at + 28, 2) + zip.integer(at + 30, 2) + zip.integer(at + 32, 2);
    }
    return members;
}

std::string unpacked(const ZipMember& member, const std::string& what) {
    std::string contents;
    try {
        contents = member.deflated ? inflated(member) : std::string(member.packed);
    } catch (const InputError&) {
        throw InputError(what + ": is damaged in the zip archive");
    }
    if (contents.size() != member.bytes || crc32_words(0, contents.data(), contents.size(), 1) != member.checksum)
        throw InputError(what + ": is damaged in the zip archive: its checksum is another one");
    return contents;
}

} // namespace hlo2cpp
