// What the kernels ask of an NVIDIA GPU in its own words; a test puts a processor in its place.

typedef unsigned int u32;
typedef unsigned long long u64;

#define FULL 0xffffffffu

__device__ __forceinline__ void count_one(u32 address) {
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(address) : "memory");
}
__device__ __forceinline__ u32 load(u32 address) {
    u32 word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(address) : "memory");
    return word;
}
__device__ __forceinline__ void store(u32 address, u32 word) {
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(word) : "memory");
}
__device__ __forceinline__ void load_two(u32 address, u32 &one, u32 &two) {
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(one), "=r"(two) : "r"(address) : "memory");
}
__device__ __forceinline__ void store_two(u32 address, u32 one, u32 two) {
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(address), "r"(one), "r"(two) : "memory");
}

// a + b on the multiply-add units, because the others have more to do. `one` is an argument of the
// kernel, or the compiler would see through it.
__device__ __forceinline__ u32 plus(u32 a, u32 b, u32 one) {
    u32 sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(b), "r"(one), "r"(a));
    return sum;
}

// In assembly, or the compiler adds what is rare to every number outside the branch.
__device__ __forceinline__ void add_here(u32 &number, u32 more) {
    asm volatile("add.u32 %0, %0, %1;" : "+r"(number) : "r"(more));
}
