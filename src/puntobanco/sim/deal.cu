// The CUDA dealing kernel: one thread a shoe, the same shoes as kernel.py, card for card.
//
// The steps of kernel.py (cards left of ranks up to each) live in four registers, three to a word,
// ten bits each, as 512 - step: adding u to all of them sets bit 9 of every field whose step u has
// reached, so that one multiply-add finds the card and its complement removes it. Words 1 and 2 lie
// one and two bits higher, so that the marks of three words can be counted together.
//
// Pairs are rare in a thread and common in a warp: a coup with a pair is put into a queue of its
// thread, and all threads take one from their queues at the same time, now and then. The order of
// a shoe's pairs is kept, and no random number depends on when it is looked at.
//
// count.cu counts the classes, sessions.cu follows a patron through them; each defines `found`.
//
// What the compiler is told: THREADS of a block, BLOCKS of a multiprocessor, QUEUE places; DECKS,
// BURN (0 none, 1 one card, 2 by value), CUT cards behind the marker, EXTRA coups after the one in
// which the marker came out, MOST coups, CONTINUOUS shuffler, HEAD coups that every shoe has; the
// tableau: LIMITS (nibble v: one more than the highest total on which Banker draws to a third card
// worth v), LIMIT_STOOD, LIMIT_PLAYER, NATURAL.

#define ONES 0x00100401u
#define MARKS (ONES << 9)
#define TABLE 8104u

struct Shoe {
    u32 steps[4];
    u32 s0, s1, s2, s3;
    u32 key0, key1;
    int cards, marker;
    bool alive;
    u32 oldest, newest;  // of the queue; they count on and are taken modulo QUEUE
    u32 address;         // where sessions.cu keeps the class last found
};

// Addresses in shared memory, as numbers: the compiler would work each out anew at every access.
struct Shared {
    u32 queue, suits, table;
};

__device__ __forceinline__ Shared places_of(u32 *memory) {
    Shared shared;
    u32 start = (u32)__cvta_generic_to_shared(memory);
    shared.queue = start + 8u * threadIdx.x;
    shared.suits = start + 8u * QUEUE * THREADS + 4u * threadIdx.x;
    shared.table = start + 4u * (2u * QUEUE + 13u) * THREADS;
    return shared;
}

// The class of a coup is known: `address` is its place in the table.
__device__ __forceinline__ void found(Shoe &shoe, u32 address);

__device__ __forceinline__ u64 mixed(u64 value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ull;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBull;
    return value ^ (value >> 31);
}

__device__ __forceinline__ u32 scrambled(u32 word) {
    word = (word ^ (word >> 16)) * 0x85EBCA6Bu;
    word = (word ^ (word >> 13)) * 0xC2B2AE35u;
    return word ^ (word >> 16);
}

__device__ __forceinline__ u32 rotated(u32 word, int by) { return __funnelshift_l(word, word, by); }

__device__ __forceinline__ u32 next(Shoe &shoe) {
    u32 word = rotated(shoe.s0 + shoe.s3, 7) + shoe.s0;
    u32 shifted = shoe.s1 << 9;
    shoe.s2 ^= shoe.s0;
    shoe.s3 ^= shoe.s1;
    shoe.s1 ^= shoe.s2;
    shoe.s0 ^= shoe.s3;
    shoe.s2 ^= shifted;
    shoe.s3 = rotated(shoe.s3, 11);
    return word;
}

__device__ __forceinline__ u32 side_word(u32 key0, u32 key1, u32 place, u32 number) {
    return scrambled(scrambled((place + (number << 16)) * 0x9E3779B9u + key0) + key1);
}

__device__ __forceinline__ u32 below(u32 bound, u32 key0, u32 key1, u32 place) {
    u64 product = (u64)side_word(key0, key1, place, 0) * bound;
    if ((u32)product < bound) {
        u32 least = (0u - bound) % bound, number = 1;
        while ((u32)product < least) product = (u64)side_word(key0, key1, place, number++) * bound;
    }
    return (u32)(product >> 32);
}

__device__ __noinline__ u32 carry(u32 fraction, u32 bound, u32 key0, u32 key1, u32 place) {
    u32 number = 0;
    while ((u64)fraction + bound > 0x100000000ull) {
        u64 product = (u64)side_word(key0, key1, place, number++) * bound;
        u64 total = fraction + (product >> 32);
        if (total != 0xFFFFFFFFull) return total > 0xFFFFFFFFull;
        fraction = (u32)product;
    }
    return 0;
}

// Remove the card that `u` falls on; returns how many steps lie above it, 12 less its rank.
__device__ __forceinline__ u32 take(u32 steps[4], u32 u, u32 one) {
    u32 marks0 = ~(steps[0] + u * ONES) & MARKS;
    u32 marks1 = ~(steps[1] + u * (ONES << 1)) & (MARKS << 1);
    u32 marks2 = ~(steps[2] + u * (ONES << 2)) & (MARKS << 2);
    u32 marks3 = ~(steps[3] + u * ONES) & MARKS;
    steps[0] += marks0 >> 9;
    steps[1] += marks1 >> 9;
    steps[2] += marks2 >> 9;
    steps[3] += marks3 >> 9;
    return plus(__popc(marks0 | marks1 | marks2), __popc(marks3), one);
}

// A number that takes no card.
#define IDLE 511u

__device__ __forceinline__ void fill(u32 steps[4]) {
    for (int word = 0; word < 4; word++) {
        u32 packed = 0;
        for (int field = 0; field < 3; field++)
            packed |= (u32)(512 - 4 * DECKS * (3 * word + field + 1)) << (10 * field);
        steps[word] = word < 3 ? packed << word : packed;
    }
}

// A card is known by the steps above it: 0 a nine, 8 an ace, 9 to 12 worth nothing.
__device__ __forceinline__ u32 value(u32 above) { return max(9 - (int)above, 0); }
// Below ten, points - 10 wraps and is not the lesser.
__device__ __forceinline__ u32 modulo(u32 points) { return min(points, points - 10u); }

__device__ __forceinline__ u32 suit(u32 sums, u32 u) {
    u32 reached = (u * 0x010101u | 0x808080u) - (sums & 0xFFFFFFu);
    return __popc(reached & 0x808080u);
}

// Grade one pair of the oldest queued coup, whose class is found when none is left in it.
// A record: the address of its class in the table and the turn (8 bits), and four bits each for the
// cards of Player's first, second and third card and Banker's; 15 and 14 stand for none.
__device__ __forceinline__ void serve(Shoe &shoe, const Shared &shared) {
    u32 at = shared.queue + (shoe.oldest % QUEUE) * (8u * THREADS), about, ranks;
    load_two(at, about, ranks);
    bool player = ((ranks ^ (ranks >> 4)) & 15u) == 0u;
    bool banker = ((ranks ^ (ranks >> 4)) & 0xF000u) == 0u;
    u32 hand = player ? ranks : ranks >> 12;
    u32 place = 16u * (about >> 24) + (player ? 6u : 7u);
    u32 suits = shared.suits + (hand & 15u) * (4u * THREADS);
    u32 left = load(suits);
    u32 sums = left * 0x01010101u;
    u32 others = (sums >> 24) - 1u;
    u32 u = below((others + 1u) * others, shoe.key0, shoe.key1, place);
    u32 u_one = __float2uint_rd(__fdividef((float)u + 0.5f, (float)others));
    u32 one = suit(sums, u_one);
    left -= 1u << (8u * one);
    u32 two = suit(left * 0x01010101u, u - u_one * others);
    left -= 1u << (8u * two);
    u32 match = (0x97u >> (2u * (one ^ two))) & 3u;
    if (match == 3u && ((hand ^ (hand >> 8)) & 15u) == 0u) {
        u32 three = suit(left * 0x01010101u, below(others - 1u, shoe.key0, shoe.key1, place + 2u));
        left -= 1u << (8u * three);
        if (three == one) match = 4u;
    }
    store(suits, left);
    about += match * (player ? 3600u : 40u);
    if (player && banker) {
        store_two(at, about, ranks ^ 0xF0u);
    } else {
        found(shoe, about & 0xFFFFFFu);
        shoe.oldest++;
    }
}

__device__ __forceinline__ void fill_suits(const Shared &shared) {
    for (int rank = 0; rank < 13; rank++)
        store(shared.suits + rank * (4u * THREADS), DECKS * 0x01010101u);
}

__device__ __forceinline__ void prepare(Shoe &shoe, u64 seed, u64 number, const Shared &shared,
                                        u32 one) {
    const u64 step = 0x9E3779B97F4A7C15ull;
    u64 state = mixed(mixed(seed + step) ^ number);
    u64 bits = mixed(state += step);
    shoe.s0 = (u32)bits;
    shoe.s1 = (u32)(bits >> 32);
    bits = mixed(state += step);
    shoe.s2 = (u32)bits;
    shoe.s3 = (u32)(bits >> 32);
    bits = mixed(state += step);
    shoe.key0 = (u32)bits;
    shoe.key1 = (u32)(bits >> 32);
    shoe.oldest = shoe.newest = 0;
    fill(shoe.steps);
    fill_suits(shared);
    shoe.cards = 52 * DECKS;
    shoe.marker = CUT + (BURN == 1);
    if (BURN == 2) {
        u32 burnt = value(take(shoe.steps, below(shoe.cards, shoe.key0, shoe.key1, 0), one));
        shoe.marker = CUT + (burnt ? burnt : 10);
        shoe.cards--;
    }
    if (CONTINUOUS) shoe.marker = -1;
}

// The numbers of the six places: a word serves two, as in kernel.py.
__device__ __forceinline__ void random_places(Shoe &shoe, u32 turn, u32 u[6], u32 one) {
    u32 fraction[3];
    bool unsure = false;
#pragma unroll
    for (int word = 0; word < 3; word++) {
        u32 left = plus(-2 * word, shoe.cards, one), fewer = plus(-2 * word - 1, shoe.cards, one);
        u64 product = (u64)next(shoe) * left;
        u[2 * word] = (u32)(product >> 32);
        product = (u64)(u32)product * fewer;
        u[2 * word + 1] = (u32)(product >> 32);
        fraction[word] = (u32)product;
        // As if the shoe were full: one bound for all; it says maybe too often, never too seldom.
        unsure |= fraction[word] > 0u - 52u * DECKS * (52u * DECKS - 1u);
    }
    if (unsure) {
#pragma unroll
        for (int word = 0; word < 3; word++) {
            u32 fewer = shoe.cards - 2 * word - 1;
            u32 up = carry(fraction[word], fewer * (fewer + 1u), shoe.key0, shoe.key1,
                           16u * turn + word);
            u32 over = u[2 * word + 1] + up == fewer;
            add_here(u[2 * word], over);
            add_here(u[2 * word + 1], up - over * fewer);
        }
    }
}

// Deal one coup; its class is found or, where it has a pair, put into the queue.
// In the head no shoe can end before its last coup, which is dealt as part of the tail.
template <bool tail>
__device__ __forceinline__ void coup(Shoe &shoe, int row, const Shared &shared, u32 one) {
    if (CONTINUOUS) {
        fill(shoe.steps);
        fill_suits(shared);
        shoe.cards = 52 * DECKS;
    }
    u32 u[6], turn = row + 1;
    random_places(shoe, turn, u, one);
    u32 p1 = take(shoe.steps, u[0], one), b1 = take(shoe.steps, u[1], one);
    u32 p2 = take(shoe.steps, u[2], one), b2 = take(shoe.steps, u[3], one);
    u32 player = modulo(value(p1) + value(p2)), banker = modulo(value(b1) + value(b2));
    bool open = max(player, banker) < NATURAL;
    bool player_draws = open && player <= LIMIT_PLAYER;
    bool stood_draws = open && !player_draws && banker <= LIMIT_STOOD;
    bool fifth_drawn = player_draws || stood_draws;
    u32 fifth = take(shoe.steps, fifth_drawn ? u[4] : IDLE, one);
    bool sixth_drawn = player_draws && banker < ((u32)(LIMITS >> (4u * value(fifth))) & 15u);
    u32 sixth = take(shoe.steps, sixth_drawn ? u[5] : IDLE, one);
    u32 banker3 = sixth_drawn ? sixth : fifth;
    bool banker_draws = sixth_drawn || stood_draws;
    if (player_draws) player = modulo(player + value(fifth)) + 40u;
    if (banker_draws) banker = modulo(banker + value(banker3)) + 40u;
    int before = shoe.cards;
    shoe.cards -= 4 + fifth_drawn + sixth_drawn;
    if (tail) shoe.alive = (EXTRA ? before : shoe.cards + 1) > shoe.marker;
    u32 table = tail && row >= HEAD ? shared.table + 4u * TABLE : shared.table;
    u32 address = table + 360u * player + 4u * banker;
    u32 p3 = player_draws ? fifth : 14u, b3 = banker_draws ? banker3 : 14u;
    u32 ranks = p1 + 16u * p2 + 256u * p3 + 4096u * b1 + 65536u * b2 + 1048576u * b3;
    store_two(shared.queue + (shoe.newest % QUEUE) * (8u * THREADS), address + turn * 0x1000000u, ranks);
    bool pair = p1 == p2 || b1 == b2;
    shoe.newest += pair;
    if (!pair) found(shoe, address);
}
