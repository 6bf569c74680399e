#include "schedule/copies.h"

#include <deque>
#include <unordered_map>

namespace hlo2cpp {

std::vector<Copy> one_by_one(const std::vector<Copy>& at_once,
                             const std::function<ValueId(ValueId like)>& make_temporary) {
    std::vector<Copy> open;
    for (const Copy& copy : at_once)
        if (copy.from != copy.to) open.push_back(copy);
    std::unordered_map<ValueId, std::size_t> writer;  // number of the open copy that writes the value
    std::unordered_map<ValueId, std::size_t> readers; // how many open copies read it
    for (std::size_t i = 0; i < open.size(); ++i) {
        writer[open[i].to] = i;
        ++readers[open[i].from];
    }
    std::deque<std::size_t> ready;
    for (std::size_t i = 0; i < open.size(); ++i)
        if (!readers.contains(open[i].to)) ready.push_back(i);

    std::vector<Copy> copies;
    std::vector<bool> done(open.size(), false);
    const auto run = [&] {
        while (!ready.empty()) {
            const std::size_t i = ready.front();
            ready.pop_front();
            copies.push_back(open[i]);
            done[i] = true;
            const auto freed = writer.find(open[i].from);
            if (--readers[open[i].from] == 0 && freed != writer.end() && !done[freed->second])
                ready.push_back(freed->second);
        }
    };
    run();
    // Only cycles are left: each value in them is read once.
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (done[i]) continue;
        const ValueId kept = make_temporary(open[i].to);
        copies.push_back({open[i].to, kept});
        for (std::size_t reader = i;; reader = writer.at(open[reader].from)) {
            if (open[reader].from != open[i].to) continue;
            open[reader].from = kept;
            readers[kept] = 1;
            break;
        }
        ready.push_back(i);
        run();
    }
    return copies;
}

} // namespace hlo2cpp
