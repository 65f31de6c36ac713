// The transposition table, shared by any number of threads without locks. It uses little memory at
// first and doubles when it is full, up to a ceiling.
//
// An entry is two 64-bit words written and read with relaxed atomics. The first holds the
// position's `high` key xored with the second, so an entry torn by two writers does not verify and
// is simply not found (Hyatt's trick). The second also has eight bits of the `low` key, the lowest
// that are not part of the index of the smallest table. They determine the half of the doubled
// table that an entry belongs to, so growing needs only the entries themselves.
//
// One thread doubles the table while the others go on. An entry that is not in its new place yet,
// or that another thread has meanwhile written to the old one, is not found. It cannot be taken for
// that of another position, because the eight bits are compared, too.
#pragma once

#include "core/checked.hpp"
#include "core/hashing.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>

#if defined(__wasm__) || defined(_WIN32)
#include <cstring>
#else
#include <sys/mman.h>
#endif

namespace litslab {

struct Bounds {
  int lower = 0;
  int upper = 0;
  bool exact() const { return lower == upper; }
  bool contain(int value) const { return lower <= value && value <= upper; }
  // The bound that answers "is the value at least `target`?", if one does.
  std::optional<int> answer(int target) const {
    if (lower >= target) return lower;
    if (upper < target) return upper;
    return std::nullopt;
  }
};

struct TableEntry {
  std::int16_t lower = std::numeric_limits<std::int16_t>::min();
  std::int16_t upper = std::numeric_limits<std::int16_t>::max();
  std::uint16_t move = no_move;
  std::uint8_t work = 0;      // log2 of the nodes spent: the cost of losing the entry
  std::uint8_t low_bits = 0;  // of the key; the table's own

  static constexpr std::uint16_t no_move = 0xffff;

  // The bounds, which are relative to the position's offset, as absolute ones; no value comes near
  // 30,000.
  Bounds bounds(int offset) const {
    using Range = std::numeric_limits<std::int16_t>;
    return {lower == Range::min() ? -30001 : lower + offset,
            upper == Range::max() ? 30001 : upper + offset};
  }
};
static_assert(sizeof(TableEntry) == 8);

class TranspositionTable {
 public:
  // Grows to the largest power of two of buckets that fits into `bytes` (at least one bucket).
  explicit TranspositionTable(std::size_t bytes)
      : largest_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
        smallest_(std::min(largest_, std::max(largest_ >> most_doublings, std::size_t{1} << 14))),
        low_shift_(std::countr_zero(smallest_)),
        bucket_mask_(smallest_ - 1),
        buckets_(static_cast<Bucket*>(map_zeros(largest_ * sizeof(Bucket)))) {}
  ~TranspositionTable() { unmap(buckets_, this->bytes()); }
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  // The ceiling, and the bytes in use; the rest of the memory has not been touched.
  std::size_t bytes() const { return largest_ * sizeof(Bucket); }
  std::size_t bytes_in_use() const {
    return (bucket_mask_.load(std::memory_order_relaxed) + 1) * sizeof(Bucket);
  }

  // Not while a search is running.
  void clear() {
    for (std::size_t b = 0; b <= bucket_mask_.load(std::memory_order_relaxed); ++b)
      for (auto& slot : buckets_[b].slots) slot.empty();
    bucket_mask_.store(smallest_ - 1, std::memory_order_relaxed);
    replaced_.store(0, std::memory_order_relaxed);
  }

  std::optional<TableEntry> find(const Key& key) const {
    for (const auto& slot : bucket_of(key).slots) {
      const auto data = slot.data.load(std::memory_order_relaxed);
      if (is_of(slot, data, key)) return unpack(data);
    }
    return std::nullopt;
  }

  // Keeps the tighter bounds if the position is known already; otherwise replaces the cheapest of
  // the bucket.
  void store(const Key& key, TableEntry entry) {
    Slot* victim = nullptr;
    int victim_worth = std::numeric_limits<int>::max();
    for (auto& slot : bucket_of(key).slots) {
      const auto data = slot.data.load(std::memory_order_relaxed);
      if (is_of(slot, data, key)) {
        const auto old = unpack(data);
        entry.lower = std::max(entry.lower, old.lower);
        entry.upper = std::min(entry.upper, old.upper);
        if (entry.move == TableEntry::no_move) entry.move = old.move;
        entry.work = std::max(entry.work, old.work);
        victim = &slot;
        victim_worth = -1;
        break;
      }
      const int worth = data ? unpack(data).work : -1;
      if (worth < victim_worth) {
        victim_worth = worth;
        victim = &slot;
      }
    }
    if constexpr (checked)
      if (entry.lower > entry.upper)
        throw FailedCheck("the kernel claims: the table's bounds are " +
                          std::to_string(entry.lower) + " to " + std::to_string(entry.upper) +
                          "; key " + std::to_string(key.high) + " " + std::to_string(key.low));
    entry.low_bits = low_bits(key);
    const auto data = std::bit_cast<std::uint64_t>(entry);
    victim->data.store(data, std::memory_order_relaxed);
    victim->check.store(key.high ^ data, std::memory_order_relaxed);
    if (victim_worth >= 0) count_replaced();
  }

 private:
  static constexpr int most_doublings = 8;  // one for each of the bits of `low` in an entry

  struct Slot {
    std::atomic<std::uint64_t> check{0};
    // 0 = empty: lower = upper = 0 never occurs, because values are odd.
    std::atomic<std::uint64_t> data{0};

    void empty() {
      check.store(0, std::memory_order_relaxed);
      data.store(0, std::memory_order_relaxed);
    }
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };

  Bucket& bucket_of(const Key& key) const {
    return buckets_[key.low & bucket_mask_.load(std::memory_order_relaxed)];
  }
  std::uint8_t low_bits(const Key& key) const {
    return static_cast<std::uint8_t>(key.low >> low_shift_);
  }
  bool is_of(const Slot& slot, std::uint64_t data, const Key& key) const {
    return (slot.check.load(std::memory_order_relaxed) ^ data) == key.high && data &&
           unpack(data).low_bits == low_bits(key);
  }

  // Another position had to leave the table. It doubles before that has become common.
  void count_replaced() {
    const auto mask = bucket_mask_.load(std::memory_order_relaxed);
    if (mask + 1 == largest_) return;
    if (replaced_.fetch_add(1, std::memory_order_relaxed) < (mask + 1) / 4) return;
    if (growing_.exchange(true, std::memory_order_acquire)) return;
    // Another thread may have doubled it since the count was read.
    if (bucket_mask_.load(std::memory_order_relaxed) == mask) grow(mask + 1);
    growing_.store(false, std::memory_order_release);
  }

  // Doubles the table: the entries whose next bit is set move to the same place of the upper half.
  void grow(std::size_t old_count) {
    replaced_.store(0, std::memory_order_relaxed);
    bucket_mask_.store(2 * old_count - 1, std::memory_order_relaxed);
    const auto bit = old_count >> low_shift_;
    for (std::size_t b = 0; b < old_count; ++b)
      for (std::size_t i = 0; i < buckets_[b].slots.size(); ++i) {
        auto& from = buckets_[b].slots[i];
        const auto data = from.data.load(std::memory_order_relaxed);
        if (!data || !(unpack(data).low_bits & bit)) continue;
        auto& to = buckets_[b + old_count].slots[i];
        const auto check = from.check.load(std::memory_order_relaxed);
        to.data.store(data, std::memory_order_relaxed);
        to.check.store(check, std::memory_order_relaxed);
        from.empty();
      }
  }

  // Zeroed pages that take memory only once they are written to: a large table costs a small query
  // nothing. All-zero bytes are the empty slots: std::atomic<std::uint64_t> is a plain word here,
  // as asserted below.
#if defined(__wasm__) || defined(_WIN32)  // has no such pages, or has other calls for them
  static constexpr std::align_val_t alignment{alignof(Bucket)};
  static void* map_zeros(std::size_t bytes) {
    return std::memset(::operator new(bytes, alignment), 0, bytes);
  }
  static void unmap(void* memory, std::size_t) { ::operator delete(memory, alignment); }
#else
  static void* map_zeros(std::size_t bytes) {
    void* pages =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    // Fewer page faults and address look-ups, if the system supports it.
    ::madvise(pages, bytes, MADV_HUGEPAGE);
#endif
    return pages;
  }
  static void unmap(void* pages, std::size_t bytes) { ::munmap(pages, bytes); }
#endif
  static_assert(std::is_standard_layout_v<Bucket> &&
                std::atomic<std::uint64_t>::is_always_lock_free);

  static TableEntry unpack(std::uint64_t data) { return std::bit_cast<TableEntry>(data); }

  std::size_t largest_, smallest_;  // in buckets
  int low_shift_;
  std::atomic<std::size_t> bucket_mask_;  // of those in use
  Bucket* buckets_;
  std::atomic<std::size_t> replaced_{0};  // since the table has grown
  std::atomic<bool> growing_{false};
};

}  // namespace litslab
