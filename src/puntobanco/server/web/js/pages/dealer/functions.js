// The function keys along the bottom: the course of the coup.

import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { moreTime } from "../../state/acts.js";

/** @typedef {import("../../net/protocol.js").View} View @typedef {import("./console.js").Console} Console */

const ANNOUNCES = ["announce-totals", "announce-result"];

/** By key: its words, and whether it does something now. @type {readonly [string, string, (view: View) => boolean][]} */
const FUNCTIONS = [
  ["F2", "open-betting", (view) => view.staff?.step.act === "open-betting"],
  ["F3", "close-betting", (view) => view.staff?.step.act === "close-betting"],
  ["F4", "marker", (view) => ["ready", "betting", "dealing", "resolved"].includes(view.phase.stage) && view.phase.last_coups === null && view.table.cards === "physical" && !view.table.continuous],
  ["F5", "announce", (view) => ANNOUNCES.includes(view.staff?.step.act ?? "")],
  ["F6", "settle", (view) => view.staff?.step.act === "settle"],
  ["F7", "void", (view) => ["betting", "dealing", "resolved"].includes(view.phase.stage) && !view.phase.halted],
  ["F8", "change", () => true],
  ["F10", "floor", () => true],
  ["+", "more-time", (view) => view.phase.closes_at !== null],
  ["N", "count", (view) => (view.staff?.shoe_size ?? 0) > 0],
  ["R", "replay", (view) => view.phase.coup > 0],
];

/** By key: what it sends, where that is always the same. @type {Readonly<Record<string, (by: string) => import("../../state/acts.js").Asking | import("../../state/acts.js").Telling>>} */
const SENDS = {
  F4: (by) => ({ report: "marker-left-shoe", by }),
  "+": moreTime,
};

/** By key: what the page does about it. @type {Readonly<Record<string, string>>} */
export const TELLS = { F8: "hand-over", F10: "floor", n: "count", N: "count", r: "replay", R: "replay" };

/** What a function key sends, or nothing where it does more than that. @param {string} key @param {string} by */
export const sentBy = (key, by) => SENDS[key]?.(by) ?? null;

/** Whether a function key does something now. @param {string} key @param {View} view */
export const isLive = (key, view) => FUNCTIONS.find(([each]) => each === key)?.[2](view) ?? false;

/** @param {View} view @param {Console} desk */
export const functionKeys = (view, desk) =>
  FUNCTIONS.filter(([key]) => key !== "+" || view.table.pace === "clock").map(([key, word, live]) =>
    h("button", { type: "button", class: word === "floor" ? "floor" : null, "aria-disabled": live(view) ? null : "true", onclick: () => desk.press(key) }, h("kbd", {}, key), t(`function.${word}`)),
  );
