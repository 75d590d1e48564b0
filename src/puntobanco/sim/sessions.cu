// Sessions by a staking plan: one thread a session, the same records as session_kernel.py, which says
// what everything here means.
//
// A thread whose session is over takes the next one when its warp begins new shoes.
//
// Beside what deal.cu is told: SHOES_MOST of a session; LINE_ROOM, the numbers that a line of
// Labouchere may have, or 0 for a plan of levels. QUEUE is 1: a class is found before the next coup.

typedef long long i64;

enum { GOING_ON, TIME, RUINED, LOSS, GOAL, BELOW, ABOVE };
enum { FIXED, FOLLOW, OPPOSE };

struct Wager {
    i64 least, most, main, unit;
};

// What sessions.py packs: the same for all sessions, in the constant memory of the launch.
struct Terms {
    i64 bankroll, base, low, high, coups, clamp, least_stake;
    i64 rounding, direction, ante, waived_from;
    i64 pick, counted, threshold, tags[13];
    Wager wagers[2];
};

struct Session {
    u64 shoe;
    i64 bankroll, peak, low, drawdown, staked, profit;
    int coups, bets, winner, end, wager;
    i64 level;  // a place in the levels, or the units last staked
    int line_start, line_length;
};

__device__ __forceinline__ void found(Shoe &shoe, u32 address) { shoe.address = address; }

__device__ __forceinline__ i64 labouchere(Session &session, i64 *line, i64 base) {
    int &start = session.line_start, &length = session.line_length;
    if (length > 0 && session.profit > 0) {
        start++;
        length -= 2;
    } else if (length > 0 && session.profit < 0) {
        if (start + length < LINE_ROOM) line[start + length++] = session.level;
        else length = 0;
    }
    if (length <= 0) {
        start = 0;
        length = 4;
        for (int place = 0; place < 4; place++) line[place] = place + 1;
    }
    session.level = line[start] + (length > 1 ? line[start + length - 1] : 0);
    return session.level * base;
}

__device__ __forceinline__ i64 progression(Session &session, const i64 *levels, i64 *line, i64 base) {
    if (LINE_ROOM) return labouchere(session, line, base);
    if (session.profit) session.level = levels[3 * session.level + (session.profit > 0 ? 1 : 2)];
    return levels[3 * session.level];
}

// The count before a coup: the seen of a rank are its full number less what the steps leave.
__device__ __forceinline__ i64 seen(const Shoe &shoe, const i64 *tags) {
    if (CONTINUOUS) return 0;
    i64 count = -tags[12] * shoe.cards;
    for (int rank = 0; rank < 13; rank++) count += tags[rank] * (4 * DECKS);
    for (int step = 0; step < 12; step++) {
        int word = step / 3, shift = 10 * (step % 3) + (word < 3 ? word : 0);
        count -= (tags[step] - tags[step + 1]) * (512 - (int)(shoe.steps[word] >> shift & 1023u));
    }
    return count;
}

__device__ __forceinline__ i64 earned(i64 stake, i64 whole, i64 unit, const Terms &terms) {
    if (whole < 0) return -stake;
    i64 due = stake * whole, part = unit * terms.rounding, steps = due / part, rest = due - steps * part;
    if (terms.direction == 1 && 2 * rest >= part) steps++;
    if (terms.direction == 2 && rest > 0) steps++;
    return steps * terms.rounding;
}

__device__ __forceinline__ int ending(const Session &session, const Terms &terms) {
    if (session.bankroll < terms.least_stake) return RUINED;
    if (session.bankroll <= terms.low) return LOSS;
    if (session.bankroll >= terms.high) return GOAL;
    return session.coups >= terms.coups ? TIME : GOING_ON;
}

// Stake, and settle by the class of the coup.
__device__ __forceinline__ void follow(Session &session, u32 code, i64 wanted, const Terms &terms,
                                       const i64 *wholes) {
    session.coups++;
    if (wanted) {
        const Wager &wager = terms.wagers[session.wager];
        i64 stake = terms.clamp ? min(max(wanted, wager.least), wager.most) : wanted;
        if (stake < wager.least) session.end = BELOW;
        else if (stake > wager.most) session.end = ABOVE;
        else if (stake > session.bankroll && session.bankroll < wager.least) session.end = RUINED;
        if (session.end) {
            session.profit = wanted;
            return;
        }
        stake = min(stake, session.bankroll);
        session.profit = earned(stake, wholes[session.wager * 8101 + code], wager.unit, terms);
        i64 fee = wager.main && stake < terms.waived_from ? terms.ante : 0;
        session.bankroll += session.profit - fee;
        session.staked += stake;
        session.bets++;
        session.peak = max(session.peak, session.bankroll);
        session.low = min(session.low, session.bankroll);
        session.drawdown = max(session.drawdown, session.peak - session.bankroll);
    }
    u32 player = code / 90u % 10u, banker = code % 10u;
    session.winner = player > banker ? 1 : banker > player ? 2 : 3;
    session.end = ending(session, terms);
}

__device__ __forceinline__ void write_record(const Session &session, i64 *record) {
    const i64 columns[10] = {session.bankroll, session.peak, session.low, session.drawdown,
                             session.staked,   session.coups, session.bets, session.end,
                             session.winner,   session.profit};
    for (int column = 0; column < 10; column++) record[column] = columns[column];
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
play_sessions(u64 seed, u64 first, u64 sessions, const Terms terms, const i64 *wholes,
              const i64 *levels, i64 *records, u32 one) {
    extern __shared__ u32 memory[];
    Shared shared = places_of(memory);
    shared.table = 0;  // an address is then four times the class
    i64 line[LINE_ROOM ? LINE_ROOM : 1];
    Session session = Session();
    bool playing = false;
    u64 number = (u64)blockIdx.x * THREADS + threadIdx.x;
    for (;;) {
        if (!playing && number < sessions) {
            session = Session();
            session.shoe = (first + number) * SHOES_MOST;
            session.bankroll = session.peak = session.low = terms.bankroll;
            playing = true;
        }
        if (!__any_sync(FULL, playing)) return;
        Shoe shoe;
        prepare(shoe, seed, session.shoe++, shared, one);
        shoe.alive = playing;
        for (int row = 0; row < MOST && __any_sync(FULL, shoe.alive); row++) {
            const bool plays = shoe.alive;
            i64 wanted = 0;
            if (plays) {
                if (terms.counted) {
                    i64 left = CONTINUOUS ? 52 * DECKS : shoe.cards;
                    wanted = seen(shoe, terms.tags) * 52 >= terms.threshold * left ? terms.base : 0;
                } else {
                    if (terms.pick != FIXED && (session.winner == 1 || session.winner == 2))
                        session.wager = terms.pick == FOLLOW ? session.winner - 1 : 2 - session.winner;
                    wanted = progression(session, levels, line, terms.base);
                }
                coup<true>(shoe, row, shared, one);
            }
            while (__any_sync(FULL, shoe.newest != shoe.oldest))
                if (shoe.newest != shoe.oldest) serve(shoe, shared);
            if (plays) {
                follow(session, shoe.address / 4u, wanted, terms, wholes);
                shoe.alive = shoe.alive && !session.end;
            }
        }
        if (playing && session.end) {
            write_record(session, records + 10 * number);
            number += (u64)gridDim.x * THREADS;
            playing = false;
        }
    }
}
