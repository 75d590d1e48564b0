// A card face down with one edge bent up: the strip is the face, mirrored in the fold and shortened.

import { s } from "../lib/html.js";
import { back, sheetWithFace } from "./card.js";

/** @typedef {"bottom" | "top" | "left" | "right"} Edge */

const SHORT = 0.62;
/** The card lies on its side in a frame of 156 by 116, so that a flap may stand out. */
const FRAME = "-8 -8 156 116";

/** How the frame is turned so that the bent edge is below. @type {Record<Edge, {turn: string, wide: number, high: number}>} */
const EDGES = {
  bottom: { turn: "", wide: 140, high: 100 },
  top: { turn: "rotate(180 70 50)", wide: 140, high: 100 },
  right: { turn: "translate(0 100) rotate(-90)", wide: 100, high: 140 },
  left: { turn: "translate(140 0) rotate(90)", wide: 100, high: 140 },
};

/** The upright card of 100 by 140 laid into a frame whose bent edge is below. @param {number} wide */
const laid = (wide) => (wide === 140 ? "translate(140 0) rotate(90)" : "");

/**
 * @param {string} card two letters
 * @param {Edge} edge
 * @param {number} depth how much of the card is bent, 0 to 1
 * @param {number} tilt from -1 to 1: which end of the edge is lifted more
 * @param {string} label
 */
export function drawPeel(card, edge, depth, tilt, label) {
  const { turn, wide, high } = EDGES[edge];
  const bent = depth * high * 0.62;
  const lean = Math.min(bent * 0.35, 6) * tilt;
  const [from, to] = [high - bent + lean, high - bent - lean];
  const id = `peel-${Math.random().toString(36).slice(2)}`;
  const flap = mirror(wide, from, to);
  const parts = [
    s("clipPath", { id: `${id}-back` }, s("path", { d: `M-9-9H${wide + 9}V${to}L0 ${from}H-9Z` })),
    s("clipPath", { id: `${id}-flap` }, s("path", { d: `M0 ${from}L${wide} ${to}V${high}H0Z` })),
    s("clipPath", { id: `${id}-card` }, s("rect", { width: 100, height: 140, rx: 8 })),
    s("linearGradient", { id: `${id}-bend`, x1: 0, x2: 0, y1: high - bent, y2: high, gradientUnits: "userSpaceOnUse" }, ...shades()),
  ];
  const whole = s("g", { transform: laid(wide) }, ...back());
  const face = s("g", { transform: `translate(${wide} 0) scale(-1 1)` }, s("g", { transform: laid(wide), "clip-path": `url(#${id}-card)` }, ...sheetWithFace(card, { index: false })));
  const strip = s("g", { transform: flap }, s("g", { "clip-path": `url(#${id}-flap)` }, face, s("rect", { y: high - bent - 9, width: wide, height: bent + 9, fill: `url(#${id}-bend)` })));
  const lie = s("path", { d: `M0 ${from}L${wide} ${to}V${to - 10}L0 ${from - 10}Z`, class: "lie" });
  const drawn = s("g", { transform: turn }, s("g", { "clip-path": `url(#${id}-back)` }, whole, bent ? lie : null), bent ? strip : null);
  return s("svg", { class: "peel", viewBox: FRAME, role: "img", "aria-label": label }, s("defs", {}, ...parts), drawn);
}

/** The matrix of a mirror in the fold, shortened across it. @param {number} wide @param {number} from @param {number} to */
function mirror(wide, from, to) {
  const long = Math.hypot(wide, to - from);
  const [ux, uy] = [wide / long, (to - from) / long];
  const [nx, ny] = [-uy, ux];
  const a = ux * ux - SHORT * nx * nx;
  const b = ux * uy - SHORT * nx * ny;
  const d = uy * uy - SHORT * ny * ny;
  return `matrix(${[a, b, b, d, -b * from, from - d * from].map((each) => each.toFixed(5)).join(" ")})`;
}

const shades = () => [
  s("stop", { offset: 0, class: "bend-0" }),
  s("stop", { offset: 0.35, class: "bend-1" }),
  s("stop", { offset: 1, class: "bend-2" }),
];
