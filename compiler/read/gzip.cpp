#include "read/gzip.h"

#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using google::protobuf::io::ArrayInputStream;
using google::protobuf::io::GzipInputStream;

constexpr std::size_t kMost = std::numeric_limits<int>::max(); // bytes, packed or not: no proto is larger
constexpr std::size_t kLeast =
    20; // bytes of header, nothing, and trailer: a checksum and the size of the contents, mod 2^32

std::uint32_t size_in_trailer(std::string_view bytes) {
    std::uint32_t size = 0;
    for (std::size_t i = 1; i <= 4; ++i) size = size << 8 | static_cast<unsigned char>(bytes[bytes.size() - i]);
    return size;
}

} // namespace

bool is_gzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b\x08");
}

std::string unpacked(std::string_view bytes) {
    if (bytes.size() > kMost) throw InputError("the gzip'd file is larger than 2 GiB");
    ArrayInputStream packed(bytes.data(), static_cast<int>(bytes.size()));
    GzipInputStream stream(&packed, GzipInputStream::GZIP);
    std::string contents;
    const void* part = nullptr;
    for (int size = 0; stream.Next(&part, &size);) {
        if (contents.size() + static_cast<std::size_t>(size) > kMost)
            throw InputError("the contents of the gzip'd file are larger than 2 GiB, the most that a proto can be");
        contents.append(static_cast<const char*>(part), static_cast<std::size_t>(size));
    }
    // The stream takes the end of the file for the end of the contents.
    if (bytes.size() < kLeast || size_in_trailer(bytes) != static_cast<std::uint32_t>(contents.size()))
        throw InputError("the gzip'd file is damaged or cut off");
    return contents;
}

} // namespace hlo2cpp
