#include "plan.h"
#include <algorithm>

namespace replicas {
namespace {

Groups whole(int32_t devices) {
    Groups groups(1);
    for (int32_t d = 0; d < devices; ++d) groups[0].push_back(d);
    return groups;
}

Groups reversed(Groups groups) {
    for (std::vector<int32_t>& group : groups) std::reverse(group.begin(), group.end());
    return groups;
}

// Groups of `size` devices that are `stride` apart: {0, stride, ...}, {1, ...}.
Groups strided(int32_t devices, int32_t size, int32_t stride) {
    Groups groups;
    for (int32_t first = 0; first < devices; ++first) {
        if (first / stride % size != 0) continue;
        groups.emplace_back();
        for (int32_t i = 0; i < size; ++i) groups.back().push_back(first + i * stride);
    }
    return groups;
}

std::vector<Groups> all_lists(int32_t devices) {
    const Groups pairs = strided(devices, 2, 1);
    std::vector<Groups> lists = {whole(devices), reversed(whole(devices)), pairs, reversed(pairs)};
    lists.push_back(strided(devices, 2, devices / 2));
    lists.push_back(reversed(strided(devices, devices / 2, 1)));
    lists.push_back(strided(devices, 1, 1));
    lists.push_back({{devices - 1, 0}}); // the devices between them are in no group
    lists.push_back({{devices - 1}});
    return lists;
}

std::vector<Pairs> all_permutations(int32_t devices) {
    Pairs ring, back, chain, selves;
    for (int32_t d = 0; d < devices; ++d) {
        ring.push_back({d, (d + 1) % devices});
        back.push_back({(d + 1) % devices, d});
        if (d + 1 < devices) chain.push_back({d, d + 1});
        selves.push_back({d, d});
    }
    return {ring, back, chain, selves, {{devices - 1, 0}}, {{1, 1}, {0, devices / 2 == 1 ? 0 : devices / 2}}, {}};
}

} // namespace

Plan::Plan(int32_t devices, int32_t tickets) : lists(all_lists(devices)), permutations(all_permutations(devices)) {
    const size_t count = static_cast<size_t>(devices);
    group_of_.assign(lists.size() * count, -1);
    place_in_.assign(lists.size() * count, 0);
    for (size_t list = 0; list < lists.size(); ++list)
        for (size_t group = 0; group < lists[list].size(); ++group)
            for (size_t place = 0; place < lists[list][group].size(); ++place) {
                const size_t at = list * count + static_cast<size_t>(lists[list][group][place]);
                group_of_[at] = static_cast<int32_t>(group);
                place_in_[at] = static_cast<int32_t>(place);
            }
    source_of_.assign(permutations.size() * count, -1);
    target_of_.assign(permutations.size() * count, -1);
    for (size_t p = 0; p < permutations.size(); ++p)
        for (const std::pair<int32_t, int32_t>& pair : permutations[p]) {
            source_of_[p * count + static_cast<size_t>(pair.second)] = pair.first;
            target_of_[p * count + static_cast<size_t>(pair.first)] = pair.second;
        }
    table = {devices,
             devices,
             1,
             static_cast<int32_t>(lists.size()),
             group_of_.data(),
             place_in_.data(),
             static_cast<int32_t>(permutations.size()),
             source_of_.data(),
             target_of_.data(),
             tickets};
}

} // namespace replicas
