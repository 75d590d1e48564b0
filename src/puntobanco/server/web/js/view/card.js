// A playing card as SVG: ranks are strokes, suits and courts are paths, so it looks the same everywhere.

import { t } from "../i18n/index.js";
import { s } from "../lib/html.js";
import { use } from "./symbols.js";

/** Middles of the pips by column and row; those below the middle stand on their heads. @type {Record<string, number[][]>} */
const PIPS = {
  2: [[50, 25], [50, 115]],
  3: [[50, 25], [50, 70], [50, 115]],
  4: [[31, 25], [31, 115], [69, 25], [69, 115]],
  5: [[31, 25], [31, 115], [69, 25], [69, 115], [50, 70]],
  6: [[31, 25], [31, 70], [31, 115], [69, 25], [69, 70], [69, 115]],
  7: [[31, 25], [31, 70], [31, 115], [69, 25], [69, 70], [69, 115], [50, 47.5]],
  8: [[31, 25], [31, 70], [31, 115], [69, 25], [69, 70], [69, 115], [50, 47.5], [50, 92.5]],
  9: [[31, 25], [31, 55], [31, 85], [31, 115], [69, 25], [69, 55], [69, 85], [69, 115], [50, 70]],
  T: [[31, 25], [31, 55], [31, 85], [31, 115], [69, 25], [69, 55], [69, 85], [69, 115], [50, 40], [50, 100]],
};

/** @type {Record<string, {paths: string[], balls: number[][]}>} */
const COURTS = {
  K: { paths: ["M-17 11-20-9l10 8L0-15 10-1l10-8-3 20Z", "M-17 14.5h34v4.5h-34z"], balls: [[-20, -11.5, 2.6], [20, -11.5, 2.6], [0, -17.5, 2.9]] },
  Q: { paths: ["M-18 11V-2a6 6 0 0 1 12 0 6 10 0 0 1 12 0 6 6 0 0 1 12 0V11Z", "M-18 14.5h36v4.5h-36z"], balls: [[-12, -11.5, 2.6], [12, -11.5, 2.6], [0, -16, 2.9]] },
  J: { paths: ["M-16-15H16V1C16 11 8 17 0 20.5-8 17-16 11-16 1Z", "M-16 2.5 0-8.5 16 2.5V8.5L0-2.5-16 8.5Z"], balls: [] },
};

/** "nine of hearts". @param {string} card two letters */
export const cardName = (card) => t("card.name", { rank: t(`rank.${card[0].toUpperCase()}`), suit: t(`suit.${card[1].toLowerCase()}`) });

const sheet = () => s("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8, class: "card-face" });

/** @param {string} rank @param {string} suit */
function corner(rank, suit) {
  return [
    use(`rank-${rank}`, { x: 5, y: 6.5, width: 14.4, height: 18 }),
    use(`pip-${suit}`, { x: 6.45, y: 27.75, width: 11.5, height: 11.5 }),
  ];
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
function pip(suit, x, y, size) {
  const place = { x: x - size / 2, y: y - size / 2, width: size, height: size };
  return use(`pip-${suit}`, y > 70 ? { ...place, transform: `rotate(180 ${x} ${y})` } : place);
}

/** @param {string} rank */
function court(rank) {
  const { paths, balls } = COURTS[rank];
  const drawn = paths.map((d) => s("path", { d }));
  return s("g", { class: "court", transform: "translate(50 43)" }, drawn, balls.map(([cx, cy, r]) => s("circle", { cx, cy, r })));
}

/**
 * The face without its sheet; the index can be left away, as it is while a card is bent.
 * @param {string} card
 * @param {{index?: boolean}} [how]
 */
export function face(card, { index = true } = {}) {
  const [rank, suit] = [card[0].toUpperCase(), card[1].toLowerCase()];
  const tone = suit === "h" || suit === "d" ? "suit-red" : "suit-black";
  const parts = index ? [...corner(rank, suit), s("g", { transform: "rotate(180 50 70)" }, ...corner(rank, suit))] : [];
  if (rank === "A") parts.push(pip(suit, 50, 70, 44));
  else if (rank in COURTS)
    parts.push(
      s("rect", { x: 24.5, y: 16.5, width: 51, height: 107, rx: 3, class: "court-frame" }),
      court(rank),
      s("g", { transform: "rotate(180 50 70)" }, court(rank)),
      pip(suit, 50, 70, 15),
    );
  else parts.push(...PIPS[rank].map(([x, y]) => pip(suit, x, y, 17.5)));
  return s("g", { class: tone }, ...parts);
}

/** One large rank and suit, for cards under 64 px. @param {string} card */
function plainFace(card) {
  const [rank, suit] = [card[0].toUpperCase(), card[1].toLowerCase()];
  const tone = suit === "h" || suit === "d" ? "suit-red" : "suit-black";
  return s("g", { class: tone }, use(`rank-${rank}`, { x: 9, y: 10, width: 41, height: 51 }), use(`pip-${suit}`, { x: 35, y: 70, width: 56, height: 56 }));
}

/** The back, and the sheet under it. */
export const back = () => [
  sheet(),
  s("rect", { x: 6, y: 6, width: 88, height: 128, rx: 4.5, class: "back" }),
  s("rect", { x: 6, y: 6, width: 88, height: 128, rx: 4.5, fill: "url(#lattice)" }),
  s("rect", { x: 10.5, y: 10.5, width: 79, height: 119, rx: 2.5, class: "back-line" }),
  s("path", { d: "M50 50 64 70 50 90 36 70Z", class: "back-gem" }),
  s("path", { d: "M50 57.5 58.7 70 50 82.5 41.3 70Z", class: "back-gem in" }),
];

/**
 * @param {"place" | "next" | "down" | "up" | "small"} state
 * @param {string | null} card
 * @param {string} [name] what is said of it; a shown card says its own
 */
export function drawCard(state, card, name = "") {
  const empty = state === "place" || state === "next";
  const label = card && !empty ? cardName(card) : name || t(empty ? "card.place" : "card.down");
  const frame = { class: empty ? `place ${state}` : "", viewBox: "0 0 100 140", role: "img", "aria-label": label };
  if (empty) return s("svg", frame, s("rect", { x: 1.5, y: 1.5, width: 97, height: 137, rx: 8 }));
  if (!card || state === "down") return s("svg", frame, ...back());
  return s("svg", frame, sheet(), state === "small" ? plainFace(card) : face(card));
}

/** The face on its sheet. @param {string} card @param {{index?: boolean}} [how] */
export const sheetWithFace = (card, how) => [sheet(), face(card, how)];
