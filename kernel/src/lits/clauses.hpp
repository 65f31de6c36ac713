// Clauses found while solving, and the literals they are over.
//
// A variable is a cell (is it shaded?) or a region with a shape (does its tetromino have that shape?). A literal is twice
// the variable, plus one if it is negated. Every clause watches its first two literals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace litslab {

using Lit = std::int32_t;

inline constexpr Lit no_lit = -1;
inline Lit yes(int variable) { return 2 * variable; }
inline Lit no(int variable) { return 2 * variable + 1; }
inline Lit negated(Lit l) { return l ^ 1; }
inline int variable(Lit l) { return l >> 1; }

class LitsClauses {
public:
    struct Watch {
        std::uint32_t clause;
        Lit other;  // if true, the clause need not be examined
    };

    void clear(int variables) {
        for (auto& list : watches_) list.clear();
        if (static_cast<int>(watches_.size()) < 2 * variables) watches_.resize(2 * variables);
        words_.clear();
        learnt_.clear();
    }

    // Adds a clause of at least two literals; the first two are watched. `glue` 0 keeps it for good.
    std::uint32_t add(const std::vector<Lit>& literals, int glue) {
        const auto at = static_cast<std::uint32_t>(words_.size());
        words_.push_back(static_cast<Lit>(literals.size()));
        words_.push_back(glue);
        words_.insert(words_.end(), literals.begin(), literals.end());
        watch(at);
        learnt_.push_back(at);
        return at;
    }

    std::span<Lit> literals(std::uint32_t clause) {
        return {words_.data() + clause + 2, static_cast<std::size_t>(words_[clause])};
    }
    // The clauses to examine when `l` has become false.
    std::vector<Watch>& watching(Lit l) { return watches_[l]; }
    std::size_t size() const { return learnt_.size(); }

    // Drops the worse half: many levels, then long, then old. Nothing may rely on a clause meanwhile.
    void reduce() {
        const auto by_worth = [this](std::uint32_t a, std::uint32_t b) {
            if (words_[a + 1] != words_[b + 1]) return words_[a + 1] < words_[b + 1];
            if (words_[a] != words_[b]) return words_[a] < words_[b];
            return a > b;
        };
        auto kept = learnt_;
        std::sort(kept.begin(), kept.end(), by_worth);
        std::size_t keep = kept.size() / 2;
        while (keep < kept.size() && words_[kept[keep] + 1] <= 2) ++keep;
        kept.resize(keep);
        std::sort(kept.begin(), kept.end());
        for (auto& list : watches_) list.clear();
        std::uint32_t to = 0;
        for (auto& at : kept) {
            const std::uint32_t length = 2 + words_[at];
            std::copy(words_.begin() + at, words_.begin() + at + length, words_.begin() + to);
            at = to;
            watch(to);
            to += length;
        }
        words_.resize(to);
        learnt_ = std::move(kept);
    }

private:
    void watch(std::uint32_t at) {
        const Lit a = words_[at + 2], b = words_[at + 3];
        watches_[a].push_back({at, b});
        watches_[b].push_back({at, a});
    }

    std::vector<std::vector<Watch>> watches_;
    std::vector<Lit> words_;  // of each clause: how many literals, its glue, the literals
    std::vector<std::uint32_t> learnt_;
};

}  // namespace litslab
