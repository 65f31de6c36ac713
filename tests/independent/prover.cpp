// A prover of bounds for TAIJI, Battle of LITS, TAILITS and Wythe that shares no code with games/
// or kernel/. It is a null-window alpha-beta search with one move of lookahead. Its table compares
// whole positions, so a hash collision cannot prove anything. It was written from the rule texts
// (docs/games, docs/rules.md); docs/results/boards.md defines the values.
//
// Input:   game NAME columns=N [rows=N] [nodes=N] [groups=N] [supply=L,I,T,S]
//              [scoring=largest|second] [board=ROW/ROW/...] [swap=1]
//          MOVES; SIDE to move; value >= V [; strategy N ...]  (or <=): one line per question,
//          after its game
// Output:  proved|refuted|undecided NODES            for each question
//
// A strategy is followed instead of searching: N are the numbers of the moves of the side whose
// bound it is, among the legal ones sorted by their names, from 0, in the order of a walk. This
// goes depth first, takes all moves of the other side in order, and skips sets of pieces that it
// has met.

#include <bits/stdc++.h>

using namespace std;
using Mask = unsigned __int128;  // a set of squares, numbered from the lower left one by rows
using Options = map<string, string>;

struct Bounds {
  int low, high;
};

struct Piece {
  int shape, gain;    // the gain of X in Battle of LITS: covered O less covered X
  Mask squares, own;  // own: those of the colour of the side that begins
  Mask halo;          // squares that share an edge with it
  vector<int> each;   // of a piece of two squares, the light or white one is the first
};

struct State {
  bool first = true;  // whether the side that begins the game is to move
  Mask covered = 0, own = 0;
  vector<int> possible;    // pieces that fit; for tetrominoes some that do not touch another yet
  Mask open = 0;           // the squares that they cover
  array<Mask, 4> halos{};  // of the tetrominoes of each shape
  array<int, 4> supply{};
  int margin = 0;   // Battle of LITS: visible X less visible O
  Mask locked = 0;  // Wythe: stacks that stay as they are
  array<int8_t, 32> height{}, partner{};
};

int count(Mask set) { return popcount(uint64_t(set)) + popcount(uint64_t(set >> 64)); }
int lowest(Mask set) {
  return uint64_t(set) ? countr_zero(uint64_t(set)) : 64 + countr_zero(uint64_t(set >> 64));
}
Mask bit(int square) { return Mask(1) << square; }

struct Game {
  Options options;
  int columns, rows;
  Mask all, first_column = 0, last_column = 0;
  vector<Piece> pieces;
  map<string, int> names;
  State start;

  explicit Game(const Options& given)
      : options(given), columns(number("columns", 0)), rows(number("rows", columns)) {
    if (columns < 2 || rows < 2 || columns * rows > 121)
      throw invalid_argument("expected 4 to 121 squares");
    all = bit(columns * rows) - 1;
    for (int row = 0; row < rows; row++) {
      first_column |= bit(row * columns);
      last_column |= bit(row * columns + columns - 1);
    }
  }
  virtual ~Game() = default;

  string text(const string& name, string absent) const {
    return options.contains(name) ? options.at(name) : absent;
  }
  int number(const string& name, int absent) const { return stoi(text(name, to_string(absent))); }

  Mask sideways(Mask set) const {
    return ((set & ~last_column) << 1) | ((set & ~first_column) >> 1);
  }
  Mask beside(Mask set) const { return (sideways(set) | set << columns | set >> columns) & all; }
  Mask around(Mask set) const {
    Mask across = set | sideways(set);
    return (across | across << columns | across >> columns) & all;
  }

  // The lower left squares of the 2x2 blocks within a set.
  Mask blocks(Mask set) const {
    Mask pairs = set & (set & ~first_column) >> 1;
    return pairs & pairs >> columns;
  }

  vector<Mask> groups(Mask set, bool corners) const {
    vector<Mask> found;
    for (; set; set &= ~found.back()) {
      Mask group = 0;
      for (Mask more = set & -set; more != group;) {
        group = more;
        more |= (corners ? around(more) : beside(more)) & set;
      }
      found.push_back(group);
    }
    return found;
  }

  // Adds a piece at all places, turned and turned over. The bits of `own` are the squares of the
  // side that begins. Names have the squares of tetrominoes in order; those of two squares have the
  // light or white one first.
  void add(int shape, const vector<array<int, 2>>& piece, unsigned own, const string& letters) {
    for (int place = 0; place < 8 * (columns + 6) * (rows + 6); place++) {
      int turn = place % 8;
      int column = place / 8 % (columns + 6) - 3;
      int row = place / 8 / (columns + 6) - 3;
      vector<array<int, 3>> squares;  // column, row, and whether it is of the side that begins
      for (size_t i = 0; i < piece.size(); i++) {
        int x = piece[i][turn >> 2];
        int y = piece[i][1 - (turn >> 2)];
        if (turn & 1) x = 3 - x;
        if (turn & 2) y = 3 - y;
        squares.push_back({column + x, row + y, int(own >> i & 1)});
      }
      if (squares.size() == 4) ranges::sort(squares);
      Piece made{shape, 0, 0, 0, 0, {}};
      string name;
      for (auto [x, y, first] : squares) {
        if (x < 0 || x >= columns || y < 0 || y >= rows) break;
        made.each.push_back(x + y * columns);
        made.squares |= bit(made.each.back());
        if (first) made.own |= bit(made.each.back());
        name.append(",").append(1, char('a' + x)).append(to_string(y + 1));
        if (!letters.empty()) name += letters[first];
      }
      name = name.substr(min<size_t>(1, name.size()));
      if (squares.size() == 4)
        name = "LITS"s.substr(size_t(shape), 1).append("[").append(name).append("]");
      made.halo = beside(made.squares) & ~made.squares;
      if (made.each.size() < piece.size()) continue;  // it is not within the board
      if (names.try_emplace(name, pieces.size()).second) pieces.push_back(made);
    }
  }

  void include(State& state, int move) const {
    state.possible.push_back(move);
    state.open |= pieces[move].squares;
  }

  virtual bool legal(const State&, int) const { return true; }  // of a possible move
  virtual State after(const State& state, int move) const = 0;
  virtual Bounds bounds(const State& state) const = 0;  // exact if the game is over
  virtual string key(const State& state) const = 0;
  // Larger if the move looks better to the side that made it.
  virtual int promise(const State& next, Bounds mine) const = 0;
};

// TAIJI: a move puts a light and a dark half on two free squares that share an edge. The sums of
// the largest `groups` groups are compared, edges connect, Light begins, Dark wins ties.
//
// Battle of LITS and TAILITS: a move places a tetromino from a common supply. Each after the first
// shares an edge with one on the board; equal shapes never share an edge; no 2x2 block is covered.
// The first of TAILITS covers the centre. A player who can place must. Ties go to whoever placed
// last, or against the side that could not begin. In Battle of LITS the visible symbols count; in
// TAILITS the largest groups, which corners connect. If the second-largest groups count, ties go to
// the larger largest group before whoever placed last, and a player with one group scores 0.
struct Tiles : Game {
  bool taiji, battle, second;
  int scored = number("groups", 1);
  Mask x = 0, o = 0;

  explicit Tiles(const string& name, const Options& given)
      : Game(given),
        taiji(name == "taiji"),
        battle(name == "battle-of-lits"),
        second(text("scoring", "largest") == "second") {
    if (!taiji && !battle && name != "tailits") throw invalid_argument("no such game: " + name);
    istringstream supply(text("supply", battle ? "5,5,5,5" : "6,6,6,6"));
    for (int& left : start.supply) (supply >> left).ignore();
    string symbols = text("board", "");
    erase(symbols, '/');
    for (int square = 0; battle && square < columns * rows; square++) {
      char symbol = symbols.at((rows - 1 - square / columns) * columns + square % columns);
      if (symbol == 'X') x |= bit(square);
      if (symbol == 'O') o |= bit(square);
    }
    start.margin = count(x) - count(o);
    // The colours of L, I and S alternate along the piece; T has its stem and one arm black, its
    // last two squares.
    const vector<array<int, 2>> shapes[] = {{{0, 2}, {0, 1}, {0, 0}, {1, 0}},
                                            {{0, 0}, {0, 1}, {0, 2}, {0, 3}},
                                            {{1, 0}, {0, 0}, {2, 0}, {1, 1}},
                                            {{0, 0}, {1, 0}, {1, 1}, {2, 1}}};
    if (text("colouring", "fixed") != "fixed" || text("flips", "True") != "True")
      throw invalid_argument("pieces");
    if (taiji) add(0, {{0, 0}, {1, 0}}, 0b01, "");
    for (int shape = 0; !taiji && shape < 4; shape++) {
      unsigned black = shape == 2 ? 0b1100 : 0b0101;
      if (battle)
        add(shape, shapes[shape], 0, "");
      else
        add(shape, shapes[shape], black, "wb");
    }
    for (Piece& piece : pieces) piece.gain = count(piece.squares & o) - count(piece.squares & x);
    for (int move = 0; move < int(pieces.size()); move++)
      if (start.supply[pieces[move].shape] > 0) include(start, move);
  }

  bool legal(const State& state, int move) const override {
    if (taiji) return true;
    if (state.covered) return bool(pieces[move].halo & state.covered);
    return battle || pieces[move].squares & bit(columns * rows / 2);
  }

  State after(const State& state, int move) const override {
    const Piece& piece = pieces[move];
    State next{!state.first,
               state.covered | piece.squares,
               state.own | piece.own,
               {},
               0,
               state.halos,
               state.supply,
               state.margin + piece.gain,
               0,
               {},
               {}};
    next.halos[piece.shape] |= piece.halo;
    if (!taiji) next.supply[piece.shape]--;
    Mask near = around(piece.squares);
    for (int number : state.possible) {
      const Piece& other = pieces[number];
      bool fits = !(other.squares & piece.squares) && next.supply[other.shape] > 0;
      if (fits && !taiji && other.squares & near)
        fits = (other.shape != piece.shape || !(other.squares & piece.halo)) &&
               !blocks(next.covered | other.squares);
      if (fits) include(next, number);
    }
    return next;
  }

  // Regions of squares that later pieces may cover, which touch a piece, with the number of those
  // that fit at most.
  vector<pair<Mask, int>> regions(const State& state) const {
    vector<pair<Mask, int>> found;
    for (Mask squares : groups(state.open, false)) {
      int most = count(squares) / (taiji ? 2 : 4);
      bool reached = taiji || !state.covered || beside(squares) & state.covered;
      if (reached && most > 0) found.push_back({squares, most});
    }
    return found;
  }

  // What X (sign 1) or O (sign -1) can gain at most, by covering `foe`. A piece shares its gain
  // equally among its squares, so no square has more than the greatest share of the pieces that may
  // cover it.
  int gain(const State& state, Mask foe, int sign) const {
    array<int, 128> shares{};
    for (int move : state.possible)
      for (int square : pieces[move].each)
        shares[square] = max(shares[square], sign * pieces[move].gain);
    return min(accumulate(shares.begin(), shares.end(), 0) / 4, count(state.open & foe));
  }

  // The greatest sizes of the groups of a colour, if half the squares of all pieces that fit into
  // regions are of it.
  vector<int> sizes(Mask own, const vector<pair<Mask, int>>& regions) const {
    vector<int> found(size_t(max(2, scored)));
    Mask open = 0;
    for (auto [squares, most] : regions) open |= squares;
    for (Mask group : groups(own | open, !taiji)) {
      found.push_back(count(group & own));
      for (auto [squares, most] : regions)
        if (squares & group) found.back() += taiji ? most : 2 * most;
    }
    ranges::sort(found, greater());
    return found;
  }

  // Groups only grow and merge, so the present ones are the least, except that the second-largest
  // may be lost.
  Bounds bounds(const State& state) const override {
    bool over = ranges::none_of(state.possible, [&](int move) { return legal(state, move); });
    auto left = over ? vector<pair<Mask, int>>() : regions(state);
    int tie = taiji || state.first ? -1 : 1;
    bool known = over || taiji;  // who wins a tie
    int ties[] = {known ? tie : -1, known ? tie : 1};
    if (battle) {
      int loss = over ? 0 : gain(state, x, -1);
      int most = over ? 0 : gain(state, o, 1);
      return {2 * (state.margin - loss) + ties[0], 2 * (state.margin + most) + ties[1]};
    }
    auto score = [&](const vector<int>& sizes, bool most) {
      if (taiji) return accumulate(sizes.begin(), sizes.begin() + scored, 0);
      if (!second) return sizes[0];
      if (over) return sizes[1];
      return most ? max(sizes[1], sizes[0] / 2) : 0;
    };
    Mask foe = state.covered & ~state.own;
    auto mine = sizes(state.own, {});
    auto other = sizes(foe, {});
    if (over && second && mine[0] != other[0]) {
      ties[0] = mine[0] > other[0] ? 1 : -1;
      ties[1] = ties[0];
    }
    return {2 * (score(mine, false) - score(sizes(foe, left), true)) + ties[0],
            2 * (score(sizes(state.own, left), true) - score(other, false)) + ties[1]};
  }

  // Which pieces are possible follows from the squares that they cover, the pieces around these,
  // and the supply.
  string key(const State& state) const override {
    const auto& halos = state.halos;
    Mask open = state.open;
    Mask seen = battle ? state.covered & around(open) : state.own;
    Mask rest = state.first;
    for (int left : state.supply) rest = rest * 64 + Mask(left);
    const Mask sets[] = {rest,
                         open,
                         seen,
                         battle ? 0 : state.covered & ~state.own,
                         halos[0] & open,
                         halos[1] & open,
                         halos[2] & open,
                         halos[3] & open};
    return string(reinterpret_cast<const char*>(sets), sizeof sets);
  }

  int promise(const State&, Bounds mine) const override {
    return (taiji ? 1 : 2) * mine.low + mine.high;
  }
};

// Wythe: a piece has a white and a black bit. It covers two adjacent empty squares or two adjacent
// stacks of one height. No bit lies on one of its colour, and of every piece one bit stays visible.
// Both sides have the same moves. A score is the largest size of which a side has more groups, or
// 0; groups count stacks. If both are 0, whoever placed last loses.
struct Wythe : Game {
  explicit Wythe(const Options& given) : Game(given) {
    if (columns * rows > 30) throw invalid_argument("expected at most 30 squares");
    add(0, {{0, 0}, {1, 0}}, 0b10, "");
    for (int move = 0; move < int(pieces.size()); move++) include(start, move);
  }

  State after(const State& state, int move) const override {
    const Piece& piece = pieces[move];
    State next = state;
    next.first = !state.first;
    next.covered |= piece.squares;
    next.own = (state.own & ~piece.squares) | piece.own;
    for (int i : {0, 1}) {
      int square = piece.each[i];
      if (next.height[square] > 0) next.locked |= bit(state.partner[square]);
      next.height[square]++;
      next.partner[square] = int8_t(piece.each[1 - i]);
    }
    next.possible.clear();
    next.open = 0;
    for (int number = 0; number < int(pieces.size()); number++) {
      int white = pieces[number].each[0];
      int black = pieces[number].each[1];
      bool level =
          next.height[white] == next.height[black] && !(next.locked & pieces[number].squares);
      bool apart =
          next.own & bit(white) && !(next.own & bit(black)) && next.partner[white] != black;
      if (level && (!next.height[white] || apart)) include(next, number);
    }
    return next;
  }

  // Locked stacks never change, nor do regions of others in which there is no move. So the number
  // of groups of a size is final if no group with a stack that may change can be as large.
  Bounds bounds(const State& state) const override {
    Mask open = 0;
    for (Mask region : groups(all & ~state.locked, false))
      if (region & state.open) open |= region;
    int more[64] = {};  // by size: how many more final groups Black has than White
    int most = 0;       // the largest size of the other groups
    for (Mask side : {state.own, state.covered & ~state.own})
      for (Mask group : groups(side | open, false)) {
        if (group & open)
          most = max(most, count(group));
        else
          more[count(group)] += side == state.own ? 1 : -1;
      }
    int low[2] = {0, 0};  // of Black's score and White's
    int high[2] = {most, most};
    for (int size = most + 1; size < 64; size++) {
      if (!more[size]) continue;
      int side = more[size] < 0;
      low[side] = size;
      high[side] = size;
    }
    int last = state.first ? 1 : -1;
    return {2 * (low[0] - high[1]) + (open ? -1 : last),
            2 * (high[0] - low[1]) + (open ? 1 : last)};
  }

  // Of a locked stack only the colour matters, of others also the height and where the other bit of
  // the top piece is.
  string key(const State& state) const override {
    string key(1, char(state.first));
    for (int square = 0; square < columns * rows; square++) {
      int step = state.partner[square] - square;
      int way = 3;  // down
      if (step > 0) way = 2;
      if (step == -1) way = 1;
      if (step == 1) way = 0;
      int height = state.height[square];
      int bits = height ? height << 3 | way << 1 : 0;
      if (state.locked & bit(square)) bits = 31 << 3;
      key += char(bits | int(state.own >> square & 1));
    }
    return key;
  }

  // The fewer moves the other side has, the sooner all of them are refuted.
  int promise(const State& next, Bounds) const override { return -int(next.possible.size()); }
};

const map<string, bool> SIDES = {{"light", true}, {"X", true},  {"black", true},  // these begin
                                 {"dark", false}, {"O", false}, {"white", false}};

class Prover {
  struct OutOfNodes {};

  unique_ptr<Game> game;
  uint64_t nodes = 0, limit;
  unordered_map<string, Bounds> table;  // by all that a value depends on
  vector<int> ranks;                    // of the pieces by their names
  vector<size_t> strategy;
  size_t used = 0;
  unordered_set<u16string> met;

 public:
  Prover(const string& name, const Options& options) {
    if (name == "wythe")
      game = make_unique<Wythe>(options);
    else
      game = make_unique<Tiles>(name, options);
    limit = uint64_t(game->number("nodes", 1000000));
    ranks.resize(game->pieces.size());
    int rank = 0;
    for (auto& [text, move] : game->names) {
      ranks[size_t(move)] = rank;
      rank++;
    }
  }

  string answer(string question) {
    ranges::replace(question, ';', ' ');
    istringstream words(question);
    int target = 0;
    bool first = true, opening = true, follows = false;
    string relation;
    strategy.clear();
    met.clear();
    State state = game->start;
    // Sets of pieces may be listed in any order, so they need not touch.
    for (string word; words >> word;)
      if (game->names.contains(word)) {
        if (!ranges::count(state.possible, game->names[word]))
          throw invalid_argument("illegal: " + word);
        state = game->after(state, game->names[word]);
        opening = false;
      } else if (word == "to")
        words >> word;
      else if (word == "value")
        words >> relation >> target;
      else if (word == "strategy")
        for (follows = true; words >> word;) strategy.push_back(stoul(word));
      else if (SIDES.contains(word))
        first = SIDES.at(word);
      else
        throw invalid_argument("no move or side: " + word);
    bool least = relation == ">=";
    if ((!least && relation != "<=") || target % 2 == 0)
      throw invalid_argument("expected value >= V, V odd");
    state.first = first;
    nodes = 0;
    used = 0;
    try {
      if (follows) {
        bool kept = follow(state, u"", target, least) && used == strategy.size();
        return (kept ? "proved " : "refuted ") + to_string(nodes);
      }
      bool holds = at_least(state, least ? target : target + 2, opening && game->number("swap", 0));
      return (holds == least ? "proved " : "refuted ") + to_string(nodes);
    } catch (const OutOfNodes&) {
      return "undecided " + to_string(nodes);
    }
  }

 private:
  // Whether the strategy keeps a bound; `placed` has the sorted numbers of the pieces since the
  // first position.
  bool follow(const State& state, const u16string& placed, int target, bool least) {
    if (++nodes > limit) throw OutOfNodes();
    vector<pair<int, int>> moves;
    for (int move : state.possible)
      if (game->legal(state, move)) moves.push_back({ranks[size_t(move)], move});
    if (moves.empty())
      return least ? game->bounds(state).low >= target : game->bounds(state).high <= target;
    ranges::sort(moves);
    if (state.first == least) {
      if (used == strategy.size() || strategy[used] >= moves.size()) return false;
      moves = {moves[strategy[used]]};
      used++;
    }
    return ranges::all_of(moves, [&](auto choice) {
      // Only Wythe has heights, on at most 30 squares.
      int move = choice.second;
      int height = state.height[size_t(game->pieces[move].each[0] % 32)];
      // Pieces at different heights are different ones.
      auto code = char16_t(move + height * int(ranks.size()));
      u16string next = placed;
      next.insert(ranges::upper_bound(next, code), code);
      return !met.insert(next).second || follow(game->after(state, move), next, target, least);
    });
  }

  // With the swap an opening is worth -|value|, as the second player may take either side, unless
  // it ends the game.
  bool at_least(const State& state, int target, bool swap) {
    Bounds known = game->bounds(state);
    if (!swap) return known.low >= target || (known.high >= target && search(state, target));
    return ranges::any_of(state.possible, [&](int move) {
      if (!game->legal(state, move)) return false;
      State next = game->after(state, move);
      bool over =
          ranges::none_of(next.possible, [&](int reply) { return game->legal(next, reply); });
      if (!over && target > 0) return false;
      return at_least(next, target, false) && (over || !at_least(next, 2 - target, false));
    });
  }

  // Bounds of equal positions do not depend on the margin so far; values are twice a margin, plus
  // or minus one.
  Bounds stored(const State& state) const {
    auto found = table.find(game->key(state));
    if (found == table.end()) return {-1000, 1000};
    return {found->second.low + 2 * state.margin, found->second.high + 2 * state.margin};
  }

  bool store(const State& state, int target, bool holds) {
    if (table.size() > 4000000) table.clear();
    Bounds& bounds = table.try_emplace(game->key(state), Bounds{-2000, 2000}).first->second;
    if (holds)
      bounds.low = max(bounds.low, target - 2 * state.margin);
    else
      bounds.high = min(bounds.high, target - 2 - 2 * state.margin);
    return holds;
  }

  // Whether the value is at least the target, where the position's own bounds leave it open. The
  // side that began the game wants it.
  bool search(const State& state, int target) {
    Bounds known = stored(state);
    if (known.low >= target || known.high < target) return known.low >= target;
    vector<pair<int, int>> choices;
    for (int move : state.possible) {
      if (!game->legal(state, move)) continue;
      if (++nodes > limit) throw OutOfNodes();
      State next = game->after(state, move);
      known = game->bounds(next);
      Bounds mine = state.first ? known : Bounds{-known.high, -known.low};
      if (known.low < target && known.high >= target) known = stored(next);
      bool holds = known.low >= target;
      if (holds || known.high < target) {
        if (holds == state.first) return store(state, target, holds);
      } else {
        choices.push_back({-game->promise(next, mine), move});
      }
    }
    ranges::sort(choices);
    for (auto [order, move] : choices)
      if (search(game->after(state, move), target) == state.first)
        return store(state, target, state.first);
    return store(state, target, !state.first);
  }
};

int main() {
  unique_ptr<Prover> prover;
  for (string line; getline(cin, line);) {
    try {
      istringstream words(line);
      string word, name;
      if (words >> word && word == "game") {
        Options options;
        words >> name;
        while (words >> word)
          options[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
        prover = make_unique<Prover>(name, options);
      } else {
        if (!prover) throw invalid_argument("expected a game first");
        cout << prover->answer(line) << endl;
      }
    } catch (const exception& error) {
      cerr << line << ": " << error.what() << '\n';
      return 2;
    }
  }
}
