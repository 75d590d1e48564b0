// The server's clock as well as it can be known here: only for display, the server alone decides.

/** Microseconds to add to this machine's clock. */
let offset = 0;
/** The shortest round trip so far, in microseconds: its reading is the best. */
let best = Infinity;

const here = () => (performance.timeOrigin + performance.now()) * 1000;

/** Now, by the server's clock, in microseconds since 1970. */
export const serverNow = () => here() + offset;

/** Forgets what was measured, because the connection is a new one. */
export function forget() {
  best = Infinity;
}

/** A time that the server wrote somewhere on the way here. @param {number} time */
export function heard(time) {
  if (best === Infinity) offset = time - here();
}

/**
 * The answer to a question for the time.
 * @param {number} time the server's clock
 * @param {number} asked when it was asked, by ours, in microseconds
 */
export function measured(time, asked) {
  const trip = here() - asked;
  if (trip > best) return;
  best = trip;
  offset = time + trip / 2 - here();
}

/** What to send as `echo`. */
export const stamp = () => Math.round(here());
