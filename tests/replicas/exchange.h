// One exchange of a device: its arrays, its call, and the result by the definition of the exchange.
#pragma once
#include "plan.h"

namespace replicas {

enum class Kind { all_gather, all_to_all, all_to_all_ragged, broadcast, permute };
constexpr uint64_t kKinds = 5;

// A number that looks random, the same for the same arguments.
uint64_t mix(uint64_t a, uint64_t b);

class Exchange {
public:
    // `number` tells exchanges apart: their bytes differ. `list` is a permutation for Kind::permute. `bytes` is the
    // size of a part or of a row.
    Exchange(const Plan& plan, int32_t device, uint64_t number, Kind kind, int32_t list, size_t bytes);

    bool takes_part() const; // if not, the device must not start it
    int start(const hlo2cpp_collectives& table, int32_t ticket);
    bool is_right() const; // after the wait

private:
    const Plan& plan_;
    int32_t device_;
    uint64_t number_;
    Kind kind_;
    int32_t list_;
    size_t bytes_;
    std::vector<int32_t> group_; // the devices by place; empty: in none
    std::vector<unsigned char> from_, to_, expected_;
    std::vector<int32_t> from_rows_, from_counts_, to_rows_, to_counts_;

    void make_ragged();
    void expect_parts();
    void expect_permuted();
    std::vector<unsigned char> sent_by(int32_t device, size_t bytes) const;
    void expect(size_t to_offset, const std::vector<unsigned char>& sent, size_t from_offset, size_t bytes);
};

} // namespace replicas
