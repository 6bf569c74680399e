#include "tile/few_functions.h"

#include <algorithm>
#include <map>

#include "tile/form.h"
#include "tile/statements/statements.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

// Slowdown that is accepted to save bytes.
struct Slack {
    double kernel = 1.3;   // most cycles of a kernel, relative to its best nest
    double module = 0.005; // most cycles that are added, relative to all kernels together
};
constexpr Slack kBalanced = {}, kSmall = {.kernel = 3, .module = 0.55};
// Part of the cycles of sums without an FPU that may be added: most of them are those of floats, in any tile.
constexpr double kOfLibrary = 0.01, kOfLibrarySmall = 0.12;
constexpr std::int64_t kLeastSaved = 48;  // bytes that are worth a change
constexpr std::size_t kMostKernels = 400; // beyond, each has its best nest

const Slack& wanted_slack(const TileOptions& options) {
    return options.small ? kSmall : kBalanced;
}

// Cycles that may be added for this kernel, as a part of its own.
double slack_of(const Kernel& kernel, const Target& target, const TileOptions& options) {
    const bool library = target.float_cycles > 0 && is_float(lane_type(kernel));
    if (library) return options.small ? kOfLibrarySmall : kOfLibrary;
    return wanted_slack(options).module;
}

struct Option {
    std::size_t number = 0; // of the candidate
    std::size_t form = 0;
    std::int64_t bytes = 0;
    double alone = 0, shared = 0; // cycles of all calls: with a function of its own, with a shared one of any size
};

struct Member {
    std::size_t kernel = 0;
    std::vector<Option> options; // the best one first
    std::size_t chosen = 0;
    const Option& now() const { return options[chosen]; }
};

// Change of a member to another option.
struct Change {
    Member* member = nullptr;
    std::size_t option = 0;
    const Option& to() const { return member->options[option]; }
    double added() const { return to().shared - member->now().alone; }
};

// Change of several members to one form.
struct TileMove {
    std::vector<Change> changes;
    double cycles = 0;      // added
    std::int64_t bytes = 0; // saved
    double gain() const { return static_cast<double>(bytes) / std::max(cycles, 1.0); }
};

// A function: its bytes, and the number of kernels that use it.
struct Function {
    std::size_t users = 0;
    std::int64_t bytes = 0;
    double alone = 0, shared = 0;

    void add(const Option& option) {
        ++users;
        bytes = option.bytes, alone += option.alone, shared += option.shared;
    }
    void remove(const Option& option) {
        --users;
        alone -= option.alone, shared -= option.shared;
    }
    double cycles() const { return users > 1 ? shared : users == 1 ? alone : 0; }
    std::int64_t size() const { return users > 0 ? bytes : 0; }
};

// Members of one outline; each form among their choices is a function.
class Group {
public:
    std::vector<Member> members;

    TileMove best_move(double most_cycles) {
        std::map<std::size_t, std::vector<Change>> by_form;
        for (Member& member : members)
            for (std::size_t i = 0; i < member.options.size(); ++i)
                if (member.options[i].form != member.now().form)
                    by_form[member.options[i].form].push_back({&member, i});
        const std::map<std::size_t, Function> now = functions();
        TileMove best;
        for (auto& [form, changes] : by_form) {
            std::ranges::stable_sort(changes, {}, &Change::added); // the cheapest changes first
            TileMove move = best_of(changes, now, most_cycles);
            if (move.bytes >= kLeastSaved && (best.changes.empty() || move.gain() > best.gain()))
                best = std::move(move);
        }
        return best;
    }

private:
    std::map<std::size_t, Function> functions() const {
        std::map<std::size_t, Function> functions;
        for (const Member& member : members) functions[member.now().form].add(member.now());
        return functions;
    }

    // The best move that makes the first n of the changes, for any n.
    static TileMove best_of(const std::vector<Change>& changes, std::map<std::size_t, Function> functions,
                            double most_cycles) {
        TileMove best, move;
        Function& wanted = functions[changes[0].to().form];
        for (const Change& change : changes) {
            Function& left = functions[change.member->now().form];
            const double cycles = wanted.cycles() + left.cycles();
            const std::int64_t bytes = wanted.size() + left.size();
            wanted.add(change.to());
            left.remove(change.member->now());
            move.changes.push_back(change);
            move.cycles += wanted.cycles() + left.cycles() - cycles;
            move.bytes += bytes - wanted.size() - left.size();
            if (move.cycles <= most_cycles && (best.changes.empty() || move.gain() > best.gain())) best = move;
        }
        return best;
    }
};

// Numbers hashes by their first appearance: choices do not hang on what a hash happens to be.
class Numbers {
public:
    std::size_t of(std::size_t hash) { return numbers_.try_emplace(hash, numbers_.size()).first->second; }

private:
    std::map<std::size_t, std::size_t> numbers_;
};

// `left`: cycles that may be added.
void choose(std::vector<Group>& groups, double left) {
    for (;;) {
        TileMove best;
        for (Group& group : groups) {
            TileMove move = group.best_move(left);
            if (!move.changes.empty() && (best.changes.empty() || move.gain() > best.gain())) best = std::move(move);
        }
        if (best.changes.empty()) return;
        left -= best.cycles;
        for (const Change& change : best.changes) change.member->chosen = change.option;
    }
}

} // namespace

double slack_of_functions(const Kernels& kernels, const TileOptions& options) {
    return kernels.kernels.size() <= kMostKernels ? wanted_slack(options).kernel : 1;
}

void choose_few_functions(const Kernels& kernels, const Target& target, const TileOptions& options,
                          std::vector<std::vector<Candidate>>& candidates) {
    const std::vector<double> calls = count_calls(kernels);
    double left = 0; // cycles that may be added
    Numbers outlines, forms;
    std::map<std::size_t, Group> by_outline;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const Kernel& kernel = kernels.kernels[k];
        if (!kernel.reduction || !kernel.reduction->term) continue; // there are no register tiles of several sizes
        left += slack_of(kernel, target, options) * calls[k] * candidates[k][0].cycles;
        Member member{.kernel = k};
        for (std::size_t number = 0; number < candidates[k].size(); ++number) {
            const Candidate& candidate = candidates[k][number];
            const LoopNest nest = loop_nest_of(kernel, candidate.nest, target, false);
            const std::size_t form = forms.of(form_of(nest));
            if (std::ranges::find(member.options, form, &Option::form) != member.options.end()) continue;
            const Estimate shared = estimate(kernel, nest, target, true);
            member.options.push_back({.number = number,
                                      .form = form,
                                      .bytes = shared.bytes,
                                      .alone = calls[k] * candidate.cycles,
                                      .shared = calls[k] * shared.cycles});
        }
        by_outline[outlines.of(outline_of(kernel))].members.push_back(std::move(member));
    }
    std::vector<Group> groups;
    for (auto& [outline, group] : by_outline) groups.push_back(std::move(group));
    choose(groups, left);
    for (const Group& group : groups)
        for (const Member& member : group.members) {
            std::vector<Candidate>& of_kernel = candidates[member.kernel];
            std::swap(of_kernel[0], of_kernel[member.now().number]);
        }
}

} // namespace hlo2cpp
