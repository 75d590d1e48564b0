// Whether a shown card is the one that was promised at its position: docs/fairness.md in exact bytes.

/** @typedef {import("../types.js").FairnessForm} FairnessForm @typedef {import("../types.js").OpenedCardForm} OpenedCardForm */

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array} some */
const hex = (some) => Array.from(some, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {number} value @param {number} length big-endian */
const number = (value, length) => Uint8Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256);

/** @param {...Uint8Array} parts */
async function hash(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/**
 * Whether a shoe's root is still the one that this tab saw first: a promise may not change.
 * @param {string} table @param {{shoe: number, root: string}} promise
 */
export function isFirstRoot(table, promise) {
  const key = `root:${table}:${promise.shoe}`;
  try {
    const first = sessionStorage.getItem(key);
    if (first === null) sessionStorage.setItem(key, promise.root);
    return first === null || first === promise.root;
  } catch {
    return true; // storage is closed to this page: there is nothing to compare with
  }
}

/** Whether this browser can hash here: it needs https, or the machine itself. */
export const canCheck = () => globalThis.crypto?.subtle !== undefined;

/**
 * @param {string} table its name, as in `T1`
 * @param {number} shoe
 * @param {OpenedCardForm} opened
 */
function leaf(table, shoe, { position, card, salt }) {
  const letters = new TextEncoder();
  const name = letters.encode(table);
  return hash(Uint8Array.of(0), number(name.length, 2), name, number(shoe, 4), number(position, 4), letters.encode(card), bytes(salt));
}

/**
 * The root of a whole shoe that has been revealed: whether it is the promised one is for the caller to say.
 * @param {string} table
 * @param {number} shoe
 * @param {string} order two letters a card
 * @param {string} secret in hexadecimal
 */
export async function rootOf(table, shoe, order, secret) {
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const cards = order.match(/../g) ?? [];
  let row = await Promise.all(
    cards.map(async (card, position) => {
      const salt = hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, number(position, 4))));
      return leaf(table, shoe, { position, card, salt, path: [] });
    }),
  );
  while (row.length > 1) {
    const pairs = Array.from({ length: Math.ceil(row.length / 2) }, (_, at) => row.slice(2 * at, 2 * at + 2));
    row = await Promise.all(pairs.map((pair) => (pair.length === 2 ? hash(Uint8Array.of(1), ...pair) : pair[0])));
  }
  return row.length ? hex(row[0]) : "";
}

/**
 * Whether a card was promised there, under this root.
 * @param {string} table
 * @param {{shoe: number, size: number, root: string}} promise
 * @param {OpenedCardForm} opened
 */
export async function isPromised(table, promise, opened) {
  let { position } = opened;
  if (position < 0 || position >= promise.size) return false;
  let reached = await leaf(table, promise.shoe, opened);
  const waiting = opened.path.map(bytes);
  for (let last = promise.size - 1; last > 0; last = Math.floor(last / 2)) {
    if ((position ^ 1) <= last) {
      const neighbour = waiting.shift();
      if (!neighbour) return false;
      reached = position & 1 ? await hash(Uint8Array.of(1), neighbour, reached) : await hash(Uint8Array.of(1), reached, neighbour);
    }
    position = Math.floor(position / 2);
  }
  return waiting.length === 0 && hex(reached) === promise.root.toLowerCase();
}
