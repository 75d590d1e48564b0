// What device.cu asks of a GPU, done by a processor: a block has 32 threads, which are contexts that
// take turns and wait for each other at barriers and votes.

#include <cmath>
#include <ucontext.h>
#include <utility>

typedef unsigned int u32;
typedef unsigned long long u64;

#define FULL 0xffffffffu
#define LANES 32
static_assert(THREADS == LANES, "one warp a block");

#define __device__
#define __global__
#define __shared__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)

struct Place {
    u32 x;
};
static Place threadIdx, blockIdx, gridDim;
u32 memory[1 << 16];

static ucontext_t turns, lanes[LANES];
static char stacks[LANES][1 << 16];
static bool over[LANES], votes[2][LANES];
static u32 voted[LANES];

static void __syncthreads() {
    u32 me = threadIdx.x;
    swapcontext(&lanes[me], &turns);
    threadIdx.x = me;
}

static bool __any_sync(u32, bool vote) {
    bool *mine = votes[voted[threadIdx.x]++ % 2], any = false;
    mine[threadIdx.x] = vote;
    __syncthreads();
    for (int lane = 0; lane < LANES; lane++) any |= mine[lane];
    return any;
}

static u32 __cvta_generic_to_shared(u32 *) { return 0; }
static u32 __popc(u32 word) { return __builtin_popcount(word); }
static u32 __funnelshift_l(u32 low, u32 high, int by) { return high << by | low >> (32 - by); }
static u32 __float2uint_rd(float number) { return (u32)std::floor(number); }
static float __fdividef(float one, float two) { return one / two; }
template <class T> static void atomicAdd(T *to, T more) { *to += more; }
template <class T> static T min(T one, T two) { return one < two ? one : two; }
template <class T> static T max(T one, T two) { return one > two ? one : two; }

static void count_one(u32 address) { memory[address / 4]++; }
static u32 load(u32 address) { return memory[address / 4]; }
static void store(u32 address, u32 word) { memory[address / 4] = word; }
static void load_two(u32 address, u32 &one, u32 &two) {
    one = load(address);
    two = load(address + 4);
}
static void store_two(u32 address, u32 one, u32 two) {
    store(address, one);
    store(address + 4, two);
}
static u32 plus(u32 a, u32 b, u32) { return a + b; }
static void add_here(u32 &number, u32 more) { number += more; }

template <class... A, std::size_t... at>
static void call(void (*kernel)(A...), void **given, std::index_sequence<at...>) {
    kernel(*(A *)given[at]...);
}
template <class... A> static void call(void (*kernel)(A...), void **given) {
    call(kernel, given, std::index_sequence_for<A...>());
}

static void **arguments;
static void one_lane();

extern "C" void launch(u32 blocks, void **given) {
    arguments = given;
    gridDim.x = blocks;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
        for (int lane = 0; lane < LANES; lane++) {
            over[lane] = false;
            voted[lane] = 0;
            getcontext(&lanes[lane]);
            lanes[lane].uc_stack.ss_sp = stacks[lane];
            lanes[lane].uc_stack.ss_size = sizeof stacks[lane];
            lanes[lane].uc_link = &turns;
            makecontext(&lanes[lane], one_lane, 0);
        }
        for (bool going = true; going;) {
            going = false;
            for (u32 lane = 0; lane < LANES; lane++) {
                if (over[lane]) continue;
                threadIdx.x = lane;
                swapcontext(&turns, &lanes[lane]);
                going |= !over[lane];
            }
        }
    }
}
