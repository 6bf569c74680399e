// The host of a module that is run here: files in, a file out.
#pragma once

#include <string>
#include <vector>

#include "evaluate/host_data.h"

namespace hlo2cpp {

class FileFeed final : public HostData {
public:
    explicit FileFeed(std::string infeed) : infeed_(std::move(infeed)) {}
    void infeed(std::span<std::byte> array) override;
    void outfeed(std::span<const std::byte> array) override;
    const std::string& given() const { return outfeed_; }

private:
    std::string infeed_, outfeed_;
    std::size_t taken_ = 0; // bytes of infeed_
};

// The bytes of --infeed files, one after the other: of a .npy file its elements, of any other file all bytes.
std::string read_infeed(const std::vector<std::string>& paths);

} // namespace hlo2cpp
