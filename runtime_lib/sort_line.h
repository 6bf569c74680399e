#include <stdint.h>

// Elements [begin, end) of a line in order, by insertion: each goes to the left as long as it belongs in front.
template <typename Index, typename Line>
inline void insert_in_order(const Line& line, Index begin, Index end) noexcept {
    for (Index k = begin + 1; k < end; ++k) {
        const auto element = line.get(k);
        Index to = k;
        for (; to > begin && Line::before(element, line.get(to - 1)); --to) line.put(to, line.get(to - 1));
        line.put(to, element);
    }
}

// The `first` elements of a line that belong in front, in order; what they displace goes, those behind them stay. Equal
// ones are taken from the left.
template <typename Index, typename Line>
inline void first_in_order(const Line& line, Index first, Index size) noexcept {
    insert_in_order(line, static_cast<Index>(0), first);
    auto last = line.get(first - 1);
    for (Index k = first; k < size; ++k) {
        const auto element = line.get(k);
        if (!Line::before(element, last)) continue;
        Index to = 0;
        for (Index end = first - 1; to < end;) {
            const Index middle = to + (end - to) / 2;
            if (Line::before(element, line.get(middle)))
                end = middle;
            else
                to = middle + 1;
        }
        for (Index moved = first - 1; moved > to; --moved) line.put(moved, line.get(moved - 1));
        line.put(to, element);
        last = line.get(first - 1);
    }
}

// Two neighbours in order, [begin, middle) and [middle, end), become one: the left one steps aside and comes back in
// order with the right one.
template <typename Index, typename Line>
inline void merge_neighbours(const Line& line, Index begin, Index middle, Index end) noexcept {
    if (!Line::before(line.get(middle), line.get(middle - 1))) return; // in order already
    const Index width = middle - begin;
    for (Index k = 0; k < width; ++k) line.put_aside(k, line.get(begin + k));
    Index left = 0;
    Index right = middle;
    Index to = begin;
    auto from_left = line.get_aside(left);
    auto from_right = line.get(right);
    for (;;) {
        if (Line::before(from_right, from_left)) {
            line.put(to++, from_right);
            if (++right == end) break;
            from_right = line.get(right);
        } else {
            line.put(to++, from_left);
            if (++left == width) return;
            from_left = line.get_aside(left);
        }
    }
    for (; left < width; ++left) line.put(to++, line.get_aside(left));
}

// The elements [0, size) of a line in order; equal ones stay as they are. Runs of `run` elements by insertion, then by
// merging; there is room aside for the largest left run. Whatever the comparison says, it ends, and inside the line.
template <typename Index, typename Line>
inline void sort_line(const Line& line, Index size, Index run) noexcept {
    for (Index begin = 0; begin < size; begin += run)
        insert_in_order(line, begin, size - begin < run ? size : begin + run);
    for (Index width = run; width < size; width *= 2)
        for (Index begin = 0; begin + width < size; begin += 2 * width) {
            const Index middle = begin + width;
            merge_neighbours(line, begin, middle, size - middle < width ? size : middle + width);
        }
}
