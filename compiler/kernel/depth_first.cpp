#include "kernel/depth_first.h"

namespace hlo2cpp {
namespace {

using Part = Position::Part;

// A region that is being walked, or the place between the regions of a step.
struct Frame {
    RegionId region;
    std::size_t next = 0;   // step
    std::size_t inside = 0; // regions of that step already entered
};

void walk(const StepTree& tree, std::size_t entry, std::vector<Position>& positions) {
    std::vector<Frame> stack = {{tree.entries[entry].region}};
    const auto add = [&](const Frame& frame, Part part) {
        positions.push_back({.region = frame.region,
                             .step = static_cast<std::int32_t>(frame.next),
                             .part = part,
                             .depth = static_cast<std::int32_t>(stack.size()) - 1,
                             .entry = static_cast<std::int32_t>(entry)});
    };
    while (!stack.empty()) {
        Frame& frame = stack.back();
        const std::vector<StepNode>& steps = tree[frame.region].steps;
        if (frame.next == steps.size()) {
            stack.pop_back();
            continue;
        }
        const StepNode& step = steps[frame.next];
        RegionId inside;
        if (const While* loop = std::get_if<While>(&step)) {
            if (frame.inside < 2) {
                add(frame, frame.inside == 0 ? Part::Begin : Part::Test);
                inside = frame.inside == 0 ? loop->condition : loop->body;
            } else {
                add(frame, Part::End);
            }
        } else if (const Conditional* conditional = std::get_if<Conditional>(&step)) {
            if (frame.inside == 0) add(frame, Part::Begin);
            if (frame.inside < conditional->branches.size()) {
                add(frame, Part::Branch);
                inside = conditional->branches[frame.inside].region;
            } else {
                add(frame, Part::End);
            }
        } else {
            add(frame, Part::Step);
        }
        if (inside.valid()) {
            ++frame.inside;
            stack.push_back({inside});
        } else {
            frame.inside = 0;
            ++frame.next;
        }
    }
}

} // namespace

std::vector<Position> depth_first(const StepTree& tree) {
    std::vector<Position> positions;
    for (std::size_t entry = 0; entry < tree.entries.size(); ++entry) walk(tree, entry, positions);
    return positions;
}

} // namespace hlo2cpp
