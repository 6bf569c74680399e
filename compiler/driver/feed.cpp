#include "driver/feed.h"

#include <cstring>

#include "driver/files.h"
#include "driver/npy.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

void FileFeed::infeed(std::span<std::byte> array) {
    const std::size_t left = infeed_.size() - taken_;
    if (array.size() > left)
        throw InputError("an infeed takes " + std::to_string(array.size()) + " bytes, of which --infeed has " +
                         std::to_string(left) + " left: give it more, as .npy files or plain bytes");
    std::memcpy(array.data(), infeed_.data() + taken_, array.size());
    taken_ += array.size();
}

void FileFeed::outfeed(std::span<const std::byte> array) {
    for (const std::byte byte : array) outfeed_ += static_cast<char>(byte);
}

std::string read_infeed(const std::vector<std::string>& paths) {
    std::string all;
    for (const std::string& path : paths) {
        const std::string file = read_file(path);
        if (!file.starts_with("\x93NUMPY")) {
            all += file;
            continue;
        }
        for (const std::byte byte : parse_npy(file, "--infeed " + path).bytes) all += static_cast<char>(byte);
    }
    return all;
}

} // namespace hlo2cpp
