// What the cache misses of a lookup in a large map of libtvm_ffi cost, without the lookup: visits the lines of the item of
// each key, and of its key object and text, in random order; each step waits for the last.
//
//   cc -O2 -o target/floor tests/interop/tvm/floor.c && target/floor
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A block has a byte of metadata for each of 16 slots, then the slots: key (type, object), value (type, word), two links.
enum { KEYS = 100000, SLOTS = 131072, BLOCK = 16, SLOT_BYTES = 48, BLOCK_BYTES = BLOCK * (1 + SLOT_BYTES), ROUNDS = 20 };
// An object has a header of 24 bytes, then the address and the size of its text, then the text.
enum { HEADER = 24, OBJECT_BYTES = HEADER + 16 + 24, TEXT_BYTES = 23 };

static double cpu_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static uint32_t below(uint32_t limit) { return ((uint32_t)rand() << 10 ^ (uint32_t)rand()) % limit; }

static uint64_t word(const uint8_t *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint8_t *item(uint8_t *blocks, uint32_t slot) {
    return blocks + slot / BLOCK * BLOCK_BYTES + BLOCK + slot % BLOCK * SLOT_BYTES;
}

int main(void) {
    uint8_t *blocks = calloc(SLOTS / BLOCK, BLOCK_BYTES), *used = calloc(SLOTS, 1);
    uint32_t *slots = malloc(KEYS * sizeof *slots);
    if (!blocks || !used || !slots) return 1;
    for (int i = 0; i < KEYS; i++) {
        uint32_t slot;
        do slot = below(SLOTS); while (used[slot]);
        used[slot] = 1;
        slots[i] = slot;
        uint8_t *object = calloc(1, OBJECT_BYTES);
        if (!object) return 1;
        uint64_t text = (uintptr_t)(object + HEADER + 16), bytes = TEXT_BYTES, address = (uintptr_t)object;
        memcpy(object + HEADER, &text, 8);
        memcpy(object + HEADER + 8, &bytes, 8);
        memcpy(item(blocks, slot) + 8, &address, 8);
    }
    for (int i = KEYS - 1; i > 0; i--) {
        uint32_t other = below(i + 1), slot = slots[i];
        slots[i] = slots[other];
        slots[other] = slot;
    }
    double items = 1e9, objects = 1e9;
    uint64_t sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int deep = 0; deep < 2; deep++) {
            double start = cpu_ns();
            for (int i = 0; i < KEYS; i++) {
                __asm__ volatile("" : "+r"(sum)); // the compiler does not know that the top bit of the sum is 0
                uint32_t slot = slots[i] + (uint32_t)(sum >> 63);
                uint8_t *at = item(blocks, slot);
                uint64_t object = word(at + 8), seen = blocks[slot / BLOCK * BLOCK_BYTES + slot % BLOCK] + word(at + 24);
                if (deep) {
                    uint8_t *key = (uint8_t *)(uintptr_t)object;
                    uint8_t *text = (uint8_t *)(uintptr_t)word(key + HEADER);
                    seen += word(key + 8) + word(key + HEADER + 8) + word(text) + word(text + 8) + word(text + 15);
                }
                sum = (sum ^ seen ^ object) & ~(UINT64_C(1) << 63);
            }
            double each = (cpu_ns() - start) / KEYS, *best = deep ? &objects : &items;
            if (each < *best) *best = each;
        }
    }
    printf("item %.0f ns; item, key object and text %.0f ns (%d)\n", items, objects, (int)(sum & 1));
    return 0;
}
