#include "exchange.h"
#include <algorithm>

namespace replicas {
namespace {

constexpr unsigned char kUntouched = 0xee;

std::vector<int32_t> group_with(const Groups& groups, int32_t device) {
    for (const std::vector<int32_t>& group : groups)
        if (std::find(group.begin(), group.end(), device) != group.end()) return group;
    return {};
}

// The number of rows that a device sends to another, 0 to 3.
int32_t rows_between(uint64_t number, int32_t sender, int32_t receiver) {
    return static_cast<int32_t>(mix(number, static_cast<uint64_t>(sender * 64 + receiver)) % 4);
}

// The starts of parts of such lengths that lie from the last to the first, with a row between them.
std::vector<int32_t> starts_of(const std::vector<int32_t>& counts) {
    std::vector<int32_t> starts(counts.size());
    int32_t next = 1;
    for (size_t i = counts.size(); i-- > 0;) {
        starts[i] = next;
        next += counts[i] + 1;
    }
    return starts;
}

// The rows that such parts need.
size_t rows_of(const std::vector<int32_t>& counts) {
    size_t rows = counts.size() + 1;
    for (const int32_t count : counts) rows += static_cast<size_t>(count);
    return rows;
}

std::vector<int32_t> counts_sent(uint64_t number, int32_t sender, const std::vector<int32_t>& group) {
    std::vector<int32_t> counts;
    for (const int32_t receiver : group) counts.push_back(rows_between(number, sender, receiver));
    return counts;
}

} // namespace

uint64_t mix(uint64_t a, uint64_t b) { // splitmix64
    uint64_t z = a * 0xd1342543de82ef95u + b + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

Exchange::Exchange(const Plan& plan, int32_t device, uint64_t number, Kind kind, int32_t list, size_t bytes)
    : plan_(plan), device_(device), number_(number), kind_(kind), list_(list), bytes_(bytes) {
    size_t from_bytes = bytes, to_bytes = bytes;
    if (kind != Kind::permute) group_ = group_with(plan.lists[static_cast<size_t>(list)], device);
    if (!takes_part()) return;
    if (kind == Kind::all_to_all) from_bytes *= group_.size();
    if (kind == Kind::all_to_all || kind == Kind::all_gather) to_bytes *= group_.size();
    if (kind == Kind::all_to_all_ragged) {
        make_ragged();
        from_bytes *= rows_of(from_counts_);
        to_bytes *= rows_of(to_counts_);
    }
    from_ = sent_by(device, from_bytes);
    to_.assign(to_bytes, kUntouched);
    expected_ = to_;
    if (kind == Kind::permute)
        expect_permuted();
    else
        expect_parts();
}

void Exchange::make_ragged() {
    from_counts_ = counts_sent(number_, device_, group_);
    for (const int32_t sender : group_) to_counts_.push_back(rows_between(number_, sender, device_));
    from_rows_ = starts_of(from_counts_);
    to_rows_ = starts_of(to_counts_);
}

// The first `bytes` bytes that a device sends.
std::vector<unsigned char> Exchange::sent_by(int32_t device, size_t bytes) const {
    std::vector<unsigned char> sent(bytes);
    const uint64_t seed = mix(number_, static_cast<uint64_t>(device));
    for (size_t i = 0; i < bytes; ++i) sent[i] = static_cast<unsigned char>((seed + i * 7) ^ (seed >> 8) ^ (i >> 8));
    return sent;
}

void Exchange::expect(size_t to_offset, const std::vector<unsigned char>& sent, size_t from_offset, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) expected_[to_offset + i] = sent[from_offset + i];
}

void Exchange::expect_permuted() {
    std::fill(expected_.begin(), expected_.end(), static_cast<unsigned char>(0));
    for (const std::pair<int32_t, int32_t>& pair : plan_.permutations[static_cast<size_t>(list_)])
        if (pair.second == device_) expect(0, sent_by(pair.first, bytes_), 0, bytes_);
}

void Exchange::expect_parts() {
    if (kind_ == Kind::broadcast) {
        if (group_.empty())
            std::fill(expected_.begin(), expected_.end(), static_cast<unsigned char>(0));
        else
            expect(0, sent_by(group_[0], bytes_), 0, bytes_);
        return;
    }
    const auto own = static_cast<size_t>(std::find(group_.begin(), group_.end(), device_) - group_.begin());
    for (size_t place = 0; place < group_.size(); ++place) {
        const int32_t sender = group_[place];
        if (kind_ == Kind::all_gather) expect(place * bytes_, sent_by(sender, bytes_), 0, bytes_);
        if (kind_ == Kind::all_to_all)
            expect(place * bytes_, sent_by(sender, (own + 1) * bytes_), own * bytes_, bytes_);
        if (kind_ == Kind::all_to_all_ragged) {
            const std::vector<int32_t> counts = counts_sent(number_, sender, group_);
            expect(static_cast<size_t>(to_rows_[place]) * bytes_, sent_by(sender, rows_of(counts) * bytes_),
                   static_cast<size_t>(starts_of(counts)[own]) * bytes_, static_cast<size_t>(counts[own]) * bytes_);
        }
    }
}

bool Exchange::takes_part() const {
    return kind_ == Kind::permute || kind_ == Kind::broadcast || !group_.empty();
}

int Exchange::start(const hlo2cpp_collectives& table, int32_t ticket) {
    const void* const from = from_.data();
    void* const to = to_.data();
    switch (kind_) {
    case Kind::all_gather: return table.all_gather(table.self, ticket, list_, from, to, bytes_);
    case Kind::all_to_all: return table.all_to_all(table.self, ticket, list_, from, to, bytes_);
    case Kind::all_to_all_ragged:
        return table.all_to_all_ragged(table.self, ticket, list_, from, from_rows_.data(), from_counts_.data(), to,
                                       to_rows_.data(), to_counts_.data(), bytes_);
    case Kind::broadcast: return table.broadcast(table.self, ticket, list_, from, to, bytes_);
    case Kind::permute: return table.permute(table.self, ticket, list_, from, to, bytes_);
    }
    return -1;
}

bool Exchange::is_right() const {
    return to_ == expected_;
}

} // namespace replicas
