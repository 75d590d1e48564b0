// The drawings that are used again and again, put into the page once.

import { s } from "../lib/html.js";

const PIPS = {
  h: "M0 9.2C-3 5.6-9.5 1.2-9.5-4c0-3.4 2.4-5.3 4.7-5.3 2.2 0 4 1.2 4.8 3.2.8-2 2.6-3.2 4.8-3.2 2.3 0 4.7 1.9 4.7 5.3C9.5 1.2 3 5.6 0 9.2Z",
  s: "M0-9.6C3-5.6 9.3-1.2 9.3 3.5c0 3-2.1 4.6-4.3 4.6-1.8 0-3.3-.9-4.1-2.4.2 1.8.9 3.2 2.3 4.1h-6.4c1.4-.9 2.1-2.3 2.3-4.1C-1.7 7.2-3.2 8.1-5 8.1c-2.2 0-4.3-1.6-4.3-4.6C-9.3-1.2-3-5.6 0-9.6Z",
  d: "M0-10C1.8-6.4 4.4-3 7.5 0 4.4 3 1.8 6.4 0 10-1.8 6.4-4.4 3-7.5 0-4.4-3-1.8-6.4 0-10Z",
  c: "M0-9.7a4.35 4.35 0 0 1 3.5 6.95 4.4 4.4 0 1 1 1.35 8.5A4.3 4.3 0 0 1 .95 3.6C1 6.6 1.7 8.8 3.3 9.8H-3.3C-1.7 8.8-1 6.6-.95 3.6A4.3 4.3 0 0 1-4.85 5.75a4.4 4.4 0 1 1 1.35-8.5A4.35 4.35 0 0 1 0-9.7Z",
};

const RANKS = {
  A: "M1.4 18.6 7 1.6l5.6 17M3.5 12.9h7",
  2: "M2 6.1C2 3.3 4.2 1.5 7 1.5s5 1.9 5 4.6c0 3.5-5.5 6-10 12.4h10.3",
  3: "M2.3 1.7h9.2L6.3 8.1c3.5-.1 5.9 2.1 5.9 5.1 0 3.1-2.4 5.3-5.3 5.3-2.5 0-4.4-1.2-5.2-3.2",
  4: "M9.6 18.5V1.7L1.4 13.5h11.4",
  5: "M11.3 1.7H3.6L2.8 9.1c1.2-1 2.6-1.5 4.2-1.5 3.1 0 5.3 2.3 5.3 5.3 0 3.3-2.3 5.6-5.3 5.6-2.4 0-4.4-1.1-5.3-3",
  6: "M10.6 1.6C5.9 3.2 2 8 2 12.9c0 3.4 2.2 5.6 5.1 5.6s5.1-2.2 5.1-5.2S10 8.2 7.2 8.2C4.6 8.2 2.4 10 2 12.9",
  7: "M1.7 1.7h10.6L5.4 18.5",
  8: "M7 9.5c2.3 0 4.1-1.7 4.1-3.9S9.3 1.5 7 1.5 2.9 3.4 2.9 5.6 4.7 9.5 7 9.5Zm0 0c2.9 0 5.1 1.9 5.1 4.5s-2.2 4.5-5.1 4.5-5.1-1.9-5.1-4.5S4.1 9.5 7 9.5Z",
  9: "M3.4 18.4C8.1 16.8 12 12 12 7.1c0-3.4-2.2-5.6-5.1-5.6S1.8 3.7 1.8 6.7s2.2 5.1 5 5.1c2.6 0 4.8-1.8 5.2-4.7",
  T: "M.6 4.3 3 1.9v16.6M9.7 1.6c2.3 0 3.7 3.2 3.7 8.4s-1.4 8.5-3.7 8.5S6 15.2 6 10s1.4-8.4 3.7-8.4Z",
  J: "M10.3 1.7v11.7c0 3.2-1.8 5.1-4.4 5.1-2.2 0-3.8-1.2-4.2-3.4",
  Q: "M7 1.5c3.1 0 5.4 3.3 5.4 8.4S10.1 18.4 7 18.4 1.6 15 1.6 9.9 3.9 1.5 7 1.5Zm1.2 12 4.3 5.3",
  K: "M2.3 1.6v16.9M12 1.6 2.7 11.3M5.9 8.2l6.5 10.3",
};

/** @param {string} id @param {string} viewBox @param {...Node} parts */
const symbol = (id, viewBox, ...parts) => s("symbol", { id, viewBox, overflow: "visible" }, ...parts);

function marks() {
  /** @param {number} r @param {number} width */
  const ring = (r, width) => s("circle", { cx: 0.5, cy: 0.5, r, fill: "none", stroke: "currentColor", "stroke-width": width });
  /** @param {number} r */
  const disc = (r) => s("circle", { cx: 0.5, cy: 0.5, r, fill: "currentColor" });
  const stroke = { stroke: "currentColor", "stroke-width": 0.22, "stroke-linecap": "round" };
  return [
    symbol("m-ring", "0 0 1 1", ring(0.36, 0.135)),
    symbol("m-thin", "0 0 1 1", ring(0.33, 0.2)),
    symbol("m-disc", "0 0 1 1", disc(0.4)),
    symbol("m-bead", "0 0 1 1", disc(0.43)),
    symbol("m-slash", "0 0 1 1", s("path", { d: "M.16 .84 .84 .16", ...stroke })),
  ];
}

function chip() {
  /** @param {number} r @param {string} name @param {Record<string, string | number>} more */
  const ring = (r, name, more) => s("circle", { cx: 20, cy: 20, r, fill: "none", class: name, ...more });
  return symbol(
    "chip",
    "0 0 40 40",
    s("circle", { cx: 20, cy: 20, r: 19, fill: "currentColor" }),
    ring(16.3, "chip-spots", { "stroke-width": 4.6, "stroke-dasharray": "5.6 7.202", "stroke-dashoffset": 2.8 }),
    ring(19, "chip-rim", { "stroke-width": 1 }),
    ring(12.7, "chip-ring", { "stroke-width": 0.9 }),
  );
}

function definitions() {
  const line = { fill: "none", stroke: "currentColor", "stroke-width": 2.5, "stroke-linecap": "round", "stroke-linejoin": "round" };
  const pips = Object.entries(PIPS).map(([suit, d]) => symbol(`pip-${suit}`, "-10 -10 20 20", s("path", { d })));
  const ranks = Object.entries(RANKS).map(([rank, d]) => symbol(`rank-${rank}`, "-1 0 16 20", s("path", { d, ...line })));
  const grid = { id: "lattice", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  const lattice = s("pattern", grid, s("path", { d: "M0 0H8M0 0V8", class: "lat" }));
  return s("defs", {}, ...pips, ...ranks, lattice, ...marks(), chip());
}

if (!document.getElementById("bac-symbols"))
  document.body.prepend(s("svg", { id: "bac-symbols", class: "defs", "aria-hidden": "true", width: 0, height: 0 }, definitions()));

/**
 * @param {string} id
 * @param {Record<string, string | number>} [place]
 */
export const use = (id, place = {}) => s("use", { href: `#${id}`, ...place });
