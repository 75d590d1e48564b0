/* The reference loop for CPU ratios: 8 decks, 13 ranks, no suits, dealt while more than 14 cards are
 * left, a joint histogram of 4,096 bins. Built and run only by benchmarks/sim.py.
 *
 *     cc -O3 -march=native reference.c -o reference && ./reference BLOCKS
 *
 * Sixteen shoes side by side, a shoe to each 16-bit lane of a 256-bit vector. The steps (cards left
 * of the ranks up to each) are compared with a number: the comparison that finds its card removes
 * it. It does less than the kernel it is beside: 16 random bits a card (a bias of up to n / 65,536),
 * a fixed tableau, pairs without suits. It prints coups, CPU seconds, and how many coups Player,
 * Banker and neither won.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int16_t v16 __attribute__((vector_size(32)));
typedef uint16_t u16 __attribute__((vector_size(32)));
typedef uint32_t u32 __attribute__((vector_size(32)));
typedef uint32_t wide __attribute__((vector_size(64)));

#define INLINE static inline __attribute__((always_inline))

enum { LANES = 16, STEPS = 12, CUT = 14, IDLE = 0x7fff, BINS = 4096 };

/* Four tables, so that equal neighbours do not wait for each other, and not a power of two apart.
 * The upper half of each takes what lanes without a shoe seem to deal. */
static uint32_t histogram[4][2 * BINS + 64];

INLINE v16 all(int value) { return (v16){} + (int16_t)value; }

#ifdef __AVX2__
#include <immintrin.h>
INLINE v16 scaled(u16 bits, v16 cards) {
    return (v16)_mm256_mulhi_epu16((__m256i)bits, (__m256i)cards);
}
INLINE v16 lower(v16 a, v16 b) { return (v16)_mm256_min_epu16((__m256i)a, (__m256i)b); }
INLINE v16 higher(v16 a, v16 b) { return (v16)_mm256_max_epi16((__m256i)a, (__m256i)b); }
#else
INLINE v16 scaled(u16 bits, v16 cards) {
    wide product = __builtin_convertvector(bits, wide) * __builtin_convertvector((u16)cards, wide);
    return (v16)__builtin_convertvector(product >> 16, u16);
}
INLINE v16 chosen(v16 where, v16 a, v16 b) { return (a & where) | (b & ~where); }
INLINE v16 lower(v16 a, v16 b) { return chosen((v16)((u16)a < (u16)b), a, b); }
INLINE v16 higher(v16 a, v16 b) { return chosen(a > b, a, b); }
#endif

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

typedef struct { u32 s[4]; } generator;

/* xoshiro128++, eight of them: 16 bits for each of 16 lanes. */
INLINE u16 next(generator *g) {
    u32 s0 = g->s[0], s1 = g->s[1], s2 = g->s[2], s3 = g->s[3];
    u32 total = s0 + s3, drawn = ((total << 7) | (total >> 25)) + s0, shifted = s1 << 9;
    s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >> 21);
    g->s[0] = s0; g->s[1] = s1; g->s[2] = s2; g->s[3] = s3;
    return (u16)drawn;
}

/* Deal some cards in one pass over the steps; ranks are T J Q K A 2 ... 9. */
INLINE void take(v16 steps[STEPS], int cards, const v16 u[], v16 rank[]) {
    for (int card = 0; card < cards; card++) rank[card] = all(12);
#pragma GCC unroll 12
    for (int i = 0; i < STEPS; i++) {
        v16 left = steps[i];
#pragma GCC unroll 4
        for (int card = 0; card < cards; card++) {
            v16 hit = u[card] < left;
            left += hit;
            rank[card] += hit;
        }
        steps[i] = left;
    }
}

INLINE v16 value(v16 rank) { return higher(rank, all(3)) - 3; }
INLINE v16 modulo(v16 points) { return lower(points, points - 10); }

static void deal_shoes(uint64_t block) {
    generator g[2];
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t state = block * LANES + lane;
        for (int word = 0; word < 4; word++)
            g[lane / 8].s[word][lane % 8] = (uint32_t)splitmix(&state);
    }
    v16 steps[STEPS], cards = all(52 * 8);
    for (int i = 0; i < STEPS; i++) steps[i] = all(32 * (i + 1));
    for (;;) {
        v16 alive = cards > CUT, dead = ~alive & all(IDLE);
        uint64_t any[4];
        memcpy(any, &alive, sizeof any);
        if (!(any[0] | any[1] | any[2] | any[3])) return;
        v16 u[6], rank[6];
        for (int card = 0; card < 6; card++)
            u[card] = scaled(next(&g[card % 2]), cards - (int16_t)card) | dead;
        take(steps, 4, u, rank);
        v16 player = modulo(value(rank[0]) + value(rank[2]));
        v16 banker = modulo(value(rank[1]) + value(rank[3]));
        v16 undecided = higher(player, banker) < 8;
        v16 player_draws = undecided & (player <= 5);
        v16 stood = undecided & ~player_draws & (banker <= 5);
        v16 fifth_drawn = player_draws | stood;
        u[4] |= ~fifth_drawn & all(IDLE);
        take(steps, 1, u + 4, rank + 4);
        v16 fifth = value(rank[4]);
        v16 limit = 3 + (fifth >> 1) - ((fifth == 8) & all(5)) - ((fifth == 9) & all(4));
        v16 sixth_drawn = player_draws & (banker <= limit);
        u[5] |= ~sixth_drawn & all(IDLE);
        take(steps, 1, u + 5, rank + 5);
        player = modulo(player + (fifth & player_draws));
        banker = modulo(banker + (fifth & stood) + (value(rank[5]) & sixth_drawn));
        v16 code = player * 16 + banker + ((rank[0] == rank[2]) & all(256))
                   + ((rank[1] == rank[3]) & all(512)) + (player_draws & all(1024))
                   + ((stood | sixth_drawn) & all(2048)) + (dead & all(BINS));
        cards += alive & (fifth_drawn + sixth_drawn - 4);
        uint16_t codes[LANES] __attribute__((aligned(32)));
        memcpy(codes, &code, sizeof code);
#pragma GCC unroll 16
        for (int lane = 0; lane < LANES; lane++) histogram[lane % 4][codes[lane]]++;
    }
}

int main(int argc, char **argv) {
    uint64_t blocks = argc > 1 ? strtoull(argv[1], 0, 10) : 20000;
    clock_t start = clock();
    for (uint64_t block = 0; block < blocks; block++) deal_shoes(block);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    unsigned long long won[3] = {0};
    for (int table = 0; table < 4; table++)
        for (int code = 0; code < BINS; code++) {
            int player = code >> 4 & 15, banker = code & 15;
            won[player > banker ? 0 : banker > player ? 1 : 2] += histogram[table][code];
        }
    printf("{\"coups\": %llu, \"seconds\": %.6f, \"player\": %llu, \"banker\": %llu, \"tie\": %llu}\n",
           won[0] + won[1] + won[2], seconds, won[0], won[1], won[2]);
    return 0;
}
