/* The reference loop for CPU ratios: 8 decks, 13 ranks, no suits, dealt while more than 14 cards are
 * left, a joint histogram of 4,096 bins. Built and run only by benchmarks/sim.py.
 *
 *     cc -O3 -march=native reference.c -o reference && ./reference BLOCKS
 *
 * Sixteen shoes side by side in 256-bit vectors (AVX2). The steps (cards left of the ranks up to
 * each) stay in sixteen-bit vectors; a draw compares one number with all of them. It prints
 * coups, CPU seconds, and how many coups Player, Banker and neither won.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int16_t v16 __attribute__((vector_size(32)));
typedef uint16_t u16 __attribute__((vector_size(32)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));

enum { LANES = 16, STEPS = 12, CUT = 14, IDLE = 0x7fff };

static uint32_t histogram[4][4096];

static inline v16 all(int value) { return (v16){} + (int16_t)value; }

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

typedef struct { u32x8 s[4][2]; } generator;

static inline u16 next(generator *g, u16 *high) {
    u32x8 drawn[2];
    for (int half = 0; half < 2; half++) {
        u32x8 s0 = g->s[0][half], s1 = g->s[1][half], s2 = g->s[2][half], s3 = g->s[3][half];
        u32x8 total = s0 + s3;
        drawn[half] = ((total << 7) | (total >> 25)) + s0;
        u32x8 shifted = s1 << 9;
        s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= shifted;
        s3 = (s3 << 11) | (s3 >> 21);
        g->s[0][half] = s0; g->s[1][half] = s1; g->s[2][half] = s2; g->s[3][half] = s3;
    }
    u16 one = (u16)drawn[0], two = (u16)drawn[1];
    *high = __builtin_shuffle(one, two, (u16){1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31});
    return __builtin_shuffle(one, two, (u16){0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30});
}

static inline v16 scaled(u16 bits, v16 cards) {
    u32x16 wide = __builtin_convertvector(bits, u32x16) * __builtin_convertvector((u16)cards, u32x16);
    return (v16)__builtin_convertvector(wide >> 16, u16);
}

static inline v16 take(v16 steps[STEPS], v16 u) {
    v16 rank = all(12);
    for (int i = 0; i < STEPS; i++) {
        v16 hit = u < steps[i];
        steps[i] += hit;
        rank += hit;
    }
    return rank;
}

static inline v16 value(v16 rank) { return (rank + 1) & (rank < 9); }
static inline v16 modulo(v16 points) { return points - ((points >= 10) & all(10)); }

static uint64_t shoes(uint64_t block) {
    generator g;
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t state = block * LANES + lane;
        for (int word = 0; word < 4; word++)
            g.s[word][lane / 8][lane % 8] = (uint32_t)splitmix(&state);
    }
    v16 steps[STEPS], cards = all(416);
    for (int i = 0; i < STEPS; i++) steps[i] = all(32 * (i + 1));
    uint64_t coups = 0;
    for (;;) {
        v16 alive = cards > CUT;
        int16_t lives[LANES] __attribute__((aligned(32)));
        memcpy(lives, &alive, sizeof alive);
        uint64_t *any = (uint64_t *)lives;
        if (!(any[0] | any[1] | any[2] | any[3])) return coups;
        u16 bits[6];
        bits[0] = next(&g, &bits[1]);
        bits[2] = next(&g, &bits[3]);
        bits[4] = next(&g, &bits[5]);
        v16 dead = ~alive & all(IDLE);
        v16 p1 = take(steps, scaled(bits[0], cards) | dead);
        v16 b1 = take(steps, scaled(bits[1], cards - 1) | dead);
        v16 p2 = take(steps, scaled(bits[2], cards - 2) | dead);
        v16 b2 = take(steps, scaled(bits[3], cards - 3) | dead);
        v16 player = modulo(value(p1) + value(p2)), banker = modulo(value(b1) + value(b2));
        v16 undecided = (player < 8) & (banker < 8);
        v16 player_draws = undecided & (player <= 5);
        v16 stood = undecided & ~player_draws & (banker <= 5);
        v16 fifth_drawn = player_draws | stood;
        v16 fifth = value(take(steps, scaled(bits[4], cards - 4) | dead | (~fifth_drawn & all(IDLE))));
        v16 limit = 3 + (fifth >> 1) - ((fifth == 8) & all(5)) - ((fifth == 9) & all(4));
        v16 sixth_drawn = player_draws & (banker <= limit);
        v16 sixth = value(take(steps, scaled(bits[5], cards - 5) | dead | (~sixth_drawn & all(IDLE))));
        player = modulo(player + (fifth & player_draws));
        banker = modulo(banker + (fifth & stood) + (sixth & sixth_drawn));
        v16 code = player * 16 + banker + ((p1 == p2) & all(256)) + ((b1 == b2) & all(512))
                   + (player_draws & all(1024)) + ((stood | sixth_drawn) & all(2048));
        cards += alive & (fifth_drawn + sixth_drawn - 4);
        int16_t codes[LANES] __attribute__((aligned(32)));
        memcpy(codes, &code, sizeof code);
        for (int lane = 0; lane < LANES; lane++) {
            histogram[lane % 4][codes[lane]] += lives[lane] & 1;
            coups += lives[lane] & 1;
        }
    }
}

int main(int argc, char **argv) {
    uint64_t blocks = argc > 1 ? strtoull(argv[1], 0, 10) : 20000, coups = 0;
    clock_t start = clock();
    for (uint64_t block = 0; block < blocks; block++) coups += shoes(block);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    uint64_t won[3] = {0};
    for (int table = 0; table < 4; table++)
        for (int code = 0; code < 4096; code++) {
            int player = code >> 4 & 15, banker = code & 15;
            won[player > banker ? 0 : banker > player ? 1 : 2] += histogram[table][code];
        }
    printf("{\"coups\": %llu, \"seconds\": %.6f, \"player\": %llu, \"banker\": %llu, \"tie\": %llu}\n",
           (unsigned long long)coups, seconds, (unsigned long long)won[0],
           (unsigned long long)won[1], (unsigned long long)won[2]);
    return 0;
}
