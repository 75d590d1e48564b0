// How the results of a shoe are shared: three lengths of one bar.

import { s } from "../lib/html.js";

export const SIDES = /** @type {const} */ (["player", "tie", "banker"]);

/** @param {import("../types.js").StatisticsForm} counts @param {number} length without the gaps @param {number} height */
export function shareBar(counts, length, height) {
  const whole = counts.player + counts.tie + counts.banker;
  const bar = s("svg", { class: "share", viewBox: `0 0 ${length + 4} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  let x = 0;
  for (const side of SIDES) {
    const wide = whole ? (counts[side] * length) / whole : 0;
    if (wide) bar.append(s("rect", { x: x.toFixed(1), width: wide.toFixed(1), height, class: side }));
    x += wide ? wide + 2 : 0;
  }
  return bar;
}
