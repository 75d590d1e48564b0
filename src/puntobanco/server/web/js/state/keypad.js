// What is typed of a card on a keypad: a rank, then a suit.

/** @typedef {{rank: string, suit: string}} Typed */

/** @type {Readonly<Typed>} */
export const NOTHING = Object.freeze({ rank: "", suit: "" });

/** @type {Readonly<Record<string, string>>} */
const RANKS = Object.freeze({
  1: "A", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 0: "T", "/": "J", "*": "Q", "-": "K",
});
const SUITS = "shdc";

/** The rank that a key types, by the number pad or by its letter, or nothing. @param {string} key */
export const rankOf = (key) => RANKS[key] ?? (/^[atjqk]$/i.test(key) ? key.toUpperCase() : "");

/** The suit that a key types, or nothing. @param {string} key */
const suitOf = (key) => (key.length === 1 && SUITS.includes(key.toLowerCase()) ? key.toLowerCase() : "");

/**
 * What is typed after a key; the same object where the key types nothing.
 * @param {Typed} typed
 * @param {string} key
 * @returns {Typed}
 */
export function press(typed, key) {
  if (key === "Backspace") return typed.suit ? { ...typed, suit: "" } : typed.rank ? NOTHING : typed;
  const rank = rankOf(key);
  if (rank) return { rank, suit: "" };
  const suit = suitOf(key);
  return suit && typed.rank ? { ...typed, suit } : typed;
}

/** What is typed of a number after a key. @param {string} text @param {string} key @param {number} most how many digits it may have */
export const digits = (text, key, most) => (key === "Backspace" ? text.slice(0, -1) : /^\d$/.test(key) ? (text + key).slice(-most) : text);

/** The card, two letters, once it is whole. @param {Typed} typed */
export const cardOf = (typed) => (typed.rank && typed.suit ? typed.rank + typed.suit : "");

/**
 * Cards written one after the other, `?` for one that was not seen; null where one is none.
 * @param {string} text
 * @returns {(string | null)[] | null}
 */
export function cardsIn(text) {
  const words = text.trim().split(/[\s,]+/).filter(Boolean);
  const cards = words.map((word) => {
    if (word === "?") return null;
    const match = /^(10|[1-9atjqk])([shdc])$/i.exec(word);
    if (!match) return undefined;
    const rank = match[1].toUpperCase();
    return (rank === "10" ? "T" : rank === "1" ? "A" : rank) + match[2].toLowerCase();
  });
  return cards.length && !cards.includes(undefined) ? /** @type {(string | null)[]} */ (cards) : null;
}
