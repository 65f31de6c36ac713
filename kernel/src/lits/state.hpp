// What is known of a LITS puzzle while it is searched: literals, the placements left in every region, and why.
//
// Each region holds the set of placements that are still possible. A literal that becomes known takes placements away,
// a *batch* at a time, and what all the placements of a region have in common becomes known in turn. Batches are at once
// the way back and the explanation: a literal that follows from what is left of a region follows from the literals whose
// batches took the others away. Explanations are built only when they are needed.
#pragma once

#include "lits/board.hpp"
#include "lits/clauses.hpp"
#include "lits/cuts.hpp"

#include <cstdint>
#include <vector>

namespace litslab {

class LitsState {
public:
    using Word = LitsBoard::Word;

    explicit LitsState(const LitsBoard& board) : board_(board), cuts_(board) {}

    // Forgets all; every placement is possible again.
    void clear();

    int variables() const { return board_.cells() + board_.shapes() * board_.regions(); }
    int shape_variable(int region, int shape) const { return board_.cells() + board_.shapes() * region + shape; }

    // The literal that says that a cell belongs to its region's tetromino.
    Lit covered(int cell) const { return yes(cell) ^ static_cast<Lit>(board_.rules().inverse); }
    bool known(int variable) const { return known_[yes(variable)] | known_[no(variable)]; }
    bool is_true(Lit l) const { return known_[l]; }
    int level() const { return static_cast<int>(marks_.size()); }
    int level_of(int variable) const { return level_[variable]; }
    const std::vector<Lit>& trail() const { return trail_; }
    int left(int region) const;                // how many placements are left
    int the_placement(int region) const;       // the first that is left
    std::uint64_t propagations() const { return propagations_; }

    // Assumes a literal on a new level; backtracks to a level.
    void decide(Lit l);
    void back_to(int level);

    // States a literal on the present level, by a clause whose first literal it is, or as known for good on level 0.
    // Both return false if it is known to be false; the conflict is then open.
    bool imply(Lit l, std::uint32_t clause) { return assign(l, {Reason::clause, static_cast<int>(clause)}); }
    bool state(Lit l) { return assign(l, {Reason::none, 0}); }

    // Draws all conclusions; false if there is a conflict.
    bool propagate();

    // True literals that contradict each other, after a conflict; true literals from which a known literal follows.
    const std::vector<Lit>& conflict() const { return conflict_; }
    void explain(Lit l, std::vector<Lit>& premises);
    bool explains_cheaply(int variable) const { return reason_[variable].kind != Reason::cut && reason_[variable].kind != Reason::part; }
    bool has_reason(int variable) const { return reason_[variable].kind != Reason::none; }

    LitsClauses& clauses() { return clauses_; }

private:
    friend class LitsCuts;

    struct Reason {
        enum Kind : std::uint8_t {
            none,    // a decision, or known for good
            clause,  // data: the clause
            domain,  // what is left of the region says so
            window,  // data: the lowest, leftmost cell of a 2x2 window whose other cells are shaded
            blank,   // the same of a window whose other cells are unshaded
            cut,     // data: a cell beyond the cell in question, which is the only way there
            part,    // the cell is cut off from the shaded squares
        };
        Kind kind;
        int data;
    };

    // Placements that left a region together: because of two true literals, or (`second` is the window) because the
    // shaded cells of a window left no room for them.
    struct Batch {
        int region, before;  // the region's batch before this one
        int at;              // how long the trail was
        Lit first, second;
        bool window;
        std::size_t mask;
    };

    struct Mark {
        int trail, batches;
    };

    bool assign(Lit l, Reason reason);
    void fail(Lit l, Reason reason);
    template <class Mask>
    bool take(int region, Mask&& mask, Lit first, Lit second, bool window = false);
    bool process(Lit l);
    bool process_clauses(Lit falsified);
    bool process_contacts(int cell, int shape);
    bool process_window(int corner);
    bool process_blank_window(int corner);
    template <class Literal>
    bool fail_on_window(int corner, Literal&& literal);
    bool settle(int region);
    void explain_reason(Lit l, Reason reason, int at, std::vector<Lit>& premises);
    template <class Mask>
    void explain_batches(int region, int at, Mask&& needed, std::vector<Lit>& premises);
    void undo_to(const Mark& mark);

    const LitsBoard& board_;
    LitsCuts cuts_;
    LitsClauses clauses_;

    std::vector<std::uint8_t> known_;  // by literal
    std::vector<int> level_, position_;
    std::vector<Reason> reason_;
    std::vector<Lit> trail_;
    std::size_t next_ = 0;
    std::vector<Mark> marks_;

    std::vector<Word> domain_;
    std::vector<Batch> batches_;
    std::vector<Word> batch_masks_;
    std::vector<int> last_batch_;
    std::vector<int> unsettled_;
    std::vector<std::uint8_t> is_unsettled_;
    int root_ = -1;  // where the first shaded cell stands in the trail
    bool check_cuts_ = true;
    std::vector<Lit> conflict_;
    std::uint64_t propagations_ = 0;
};

}  // namespace litslab
