// Zip archives, as those of NumPy (.npz): members that are stored or deflated.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

struct ZipMember {
    std::string name;        // with its folders: "params/kernel.npy"
    std::string_view packed; // part of the archive
    bool deflated = false;
    std::uint32_t bytes = 0, checksum = 0; // of the contents; the checksum is a CRC-32
};

bool is_zip(std::string_view file);
// The files of the archive, which must outlive them. Throws InputError that begins with `what` where the archive is
// damaged, encrypted, packed in another way, or has members of 2 GiB or more.
std::vector<ZipMember> list_zip(std::string_view file, const std::string& what);
// The contents of a member. Throws InputError that begins with `what` where they are damaged.
std::string unpacked(const ZipMember& member, const std::string& what);

} // namespace hlo2cpp
