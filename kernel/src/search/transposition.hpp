// One transposition table of fixed memory, shared by any number of threads without locks.
//
// An entry is two 64-bit words written and read with relaxed atomics. The first holds the position's `high` key xored
// with the second, so an entry torn by two writers does not verify and is simply not found (Hyatt's trick).
#pragma once

#include "core/hashing.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>

#ifdef __wasm__
#include <cstdlib>
#include <cstring>
#else
#include <sys/mman.h>
#endif

namespace litslab {

struct TableEntry {
    std::int16_t lower = std::numeric_limits<std::int16_t>::min();
    std::int16_t upper = std::numeric_limits<std::int16_t>::max();
    std::uint16_t move = no_move;
    std::uint8_t work = 0;  // log2 of the nodes spent, which is what losing the entry would cost
    std::uint8_t padding = 0;  // always 0: an entry is compared as one word

    static constexpr std::uint16_t no_move = 0xffff;
};
static_assert(sizeof(TableEntry) == 8);

class TranspositionTable {
public:
    // Uses the largest power of two of buckets that fits into `bytes` (at least one bucket).
    explicit TranspositionTable(std::size_t bytes)
        : bucket_mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1)) - 1),
          buckets_(static_cast<Bucket*>(map_zeros((bucket_mask_ + 1) * sizeof(Bucket)))) {}
    ~TranspositionTable() { unmap(buckets_, this->bytes()); }
    TranspositionTable(const TranspositionTable&) = delete;
    TranspositionTable& operator=(const TranspositionTable&) = delete;

    std::size_t bytes() const { return (bucket_mask_ + 1) * sizeof(Bucket); }

    // Not while a search is running.
    void clear() {
        for (std::size_t b = 0; b <= bucket_mask_; ++b)
            for (auto& slot : buckets_[b].slots) {
                slot.check.store(0, std::memory_order_relaxed);
                slot.data.store(0, std::memory_order_relaxed);
            }
    }

    std::optional<TableEntry> find(const Key& key) const {
        for (const auto& slot : buckets_[key.low & bucket_mask_].slots) {
            const auto data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key.high && data) return unpack(data);
        }
        return std::nullopt;
    }

    // Keeps the tighter bounds if the position is known already; otherwise replaces the cheapest of the bucket.
    void store(const Key& key, TableEntry entry) {
        Slot* victim = nullptr;
        int victim_worth = std::numeric_limits<int>::max();
        for (auto& slot : buckets_[key.low & bucket_mask_].slots) {
            const auto data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key.high && data) {
                const auto old = unpack(data);
                entry.lower = std::max(entry.lower, old.lower);
                entry.upper = std::min(entry.upper, old.upper);
                if (entry.move == TableEntry::no_move) entry.move = old.move;
                entry.work = std::max(entry.work, old.work);
                victim = &slot;
                break;
            }
            const auto old = unpack(data);
            const int worth = data ? old.work : -1;
            if (worth < victim_worth) victim_worth = worth, victim = &slot;
        }
        const auto data = std::bit_cast<std::uint64_t>(entry);
        victim->data.store(data, std::memory_order_relaxed);
        victim->check.store(key.high ^ data, std::memory_order_relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};  // 0 = empty: lower = upper = 0 never occurs, values are odd
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };

    // Zeroed pages that take memory only once they are written to, so that a large table costs a small query nothing.
    // All-zero bytes are the empty slots: std::atomic<std::uint64_t> is a plain word here, as asserted below.
#ifdef __wasm__  // has no such pages
    static void* map_zeros(std::size_t bytes) {
        void* memory = std::aligned_alloc(alignof(Bucket), bytes);
        if (memory == nullptr) throw std::bad_alloc();
        return std::memset(memory, 0, bytes);
    }
    static void unmap(void* memory, std::size_t) { std::free(memory); }
#else
    static void* map_zeros(std::size_t bytes) {
        void* pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        return pages;
    }
    static void unmap(void* pages, std::size_t bytes) { ::munmap(pages, bytes); }
#endif
    static_assert(std::is_standard_layout_v<Bucket> && std::atomic<std::uint64_t>::is_always_lock_free);

    static TableEntry unpack(std::uint64_t data) { return std::bit_cast<TableEntry>(data); }

    std::size_t bucket_mask_;
    Bucket* buckets_;
};

}  // namespace litslab
