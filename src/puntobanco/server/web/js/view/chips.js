// Chips and piles. A chip's colour goes by its rank among the table's chips; none is red, blue or green.

import { chipFigure } from "../lib/format.js";
import { s } from "../lib/html.js";
import { use } from "./symbols.js";

const COLOURS = 6;

/** @param {number} chip @param {readonly number[]} chips */
function chipClass(chip, chips) {
  const sorted = [...chips].sort((a, b) => a - b);
  const at = Math.max(0, sorted.indexOf(chip));
  return `chip-c${Math.min(COLOURS - 1, sorted.length <= COLOURS ? at : Math.max(0, at - (sorted.length - COLOURS)))}`;
}

/** @param {string} figure @param {number} y */
const figureText = (figure, y) =>
  s("text", { x: 20, y, dy: ".355em", "text-anchor": "middle", "font-size": figure.length > 3 ? 9.5 : figure.length > 2 ? 11.5 : 13.5 }, figure);

/** @param {number} chip @param {readonly number[]} chips @param {number} digits */
export function drawChip(chip, chips, digits) {
  const frame = { class: `chip ${chipClass(chip, chips)}`, viewBox: "0 0 40 40", "aria-hidden": "true" };
  return s("svg", frame, use("chip", { width: 40, height: 40 }), figureText(chipFigure(chip, digits), 20));
}

/**
 * An amount as chips, the largest lowest, at most five.
 * @param {number} amount @param {readonly number[]} chips
 */
function pileOf(amount, chips) {
  /** @type {number[]} */
  const pile = [];
  let left = amount;
  for (const chip of [...chips].sort((a, b) => b - a))
    while (left >= chip && pile.length < 12) {
      pile.push(chip);
      left -= chip;
    }
  if (!pile.length && chips.length) pile.push(Math.min(...chips));
  return pile.slice(0, 5);
}

/** @param {number} amount @param {readonly number[]} chips @param {number} digits */
export function drawPile(amount, chips, digits) {
  const pile = pileOf(amount, chips);
  const height = 40 + 5 * (pile.length - 1);
  const drawn = pile.map((chip, at) => {
    const y = 5 * (pile.length - 1 - at);
    const top = at === pile.length - 1;
    const shade = at ? s("circle", { cx: 20, cy: y + 22, r: 19, class: "chip-under" }) : null;
    const figure = top ? figureText(chipFigure(chip, digits), y + 20) : null;
    return s("g", { class: chipClass(chip, chips) }, shade, use("chip", { y, width: 40, height: 40 }), figure);
  });
  return s("svg", { class: "pile-svg", viewBox: `0 0 40 ${height}`, "aria-hidden": "true" }, drawn);
}
