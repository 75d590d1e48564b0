// Counts the classes of shoes, those of the first HEAD coups apart.
//
// Beside what deal.cu is told: queues are served at least every SERVE_EVERY coups and looked at after
// AT_ONCE coups.

// A continuous shuffler takes the suits back after every coup: its pairs cannot wait.
#define TOGETHER (CONTINUOUS ? 1 : AT_ONCE)

__device__ __forceinline__ void found(Shoe &, u32 address) { count_one(address); }

__device__ __forceinline__ void serve_some(Shoe &shoe, int row, const Shared &shared) {
    bool now = CONTINUOUS || row % SERVE_EVERY == SERVE_EVERY - 1;
    // The coups dealt before the next look must find room.
    while (now || __any_sync(FULL, shoe.newest - shoe.oldest > QUEUE - TOGETHER)) {
        if (shoe.newest != shoe.oldest) serve(shoe, shared);
        now = CONTINUOUS && __any_sync(FULL, shoe.newest != shoe.oldest);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
count_shoes(u64 seed, u64 first, u64 shoes, u64 *counts, u32 one) {
    extern __shared__ u32 memory[];
    u32 *table = memory + (2 * QUEUE + 13) * THREADS;
    for (u32 at = threadIdx.x; at < 2 * TABLE; at += THREADS) table[at] = 0;
    __syncthreads();
    const Shared shared = places_of(memory);
    const u32 lane = threadIdx.x & 31u;
    const u64 warp = ((u64)blockIdx.x * THREADS + threadIdx.x) >> 5;
    const u64 warps = ((u64)gridDim.x * THREADS) >> 5;
    for (u64 group = 32 * warp; group < shoes; group += 32 * warps) {
        Shoe shoe;
        prepare(shoe, seed, first + group + lane, shared, one);
        shoe.alive = group + lane < shoes;
        int row = 0;
        if (group + 32 <= shoes)
            for (; row + TOGETHER < HEAD; row += TOGETHER) {
#pragma unroll
                for (int next_one = 0; next_one < TOGETHER; next_one++)
                    coup<false>(shoe, row + next_one, shared, one);
                serve_some(shoe, row + TOGETHER - 1, shared);
            }
        for (; row < MOST && __any_sync(FULL, shoe.alive); row++) {
            if (shoe.alive) coup<true>(shoe, row, shared, one);
            serve_some(shoe, row, shared);
        }
        while (__any_sync(FULL, shoe.newest != shoe.oldest))
            if (shoe.newest != shoe.oldest) serve(shoe, shared);
    }
    __syncthreads();
    for (u32 at = threadIdx.x; at < 2 * TABLE; at += THREADS)
        if (table[at]) atomicAdd(&counts[at], (u64)table[at]);
}
