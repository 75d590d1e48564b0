// The function keys along the bottom: the course of the coup.

import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";

/** @typedef {import("../../net/protocol.js").View} View @typedef {import("./console.js").Console} Console */

const ANNOUNCES = ["announce-totals", "announce-result"];

/** By key: its words, and whether it does something now. @type {readonly [string, string, (view: View) => boolean][]} */
export const FUNCTIONS = [
  ["F2", "open-betting", (view) => view.staff?.step.act === "open-betting"],
  ["F3", "close-betting", (view) => view.staff?.step.act === "close-betting"],
  ["F4", "marker", (view) => ["ready", "betting", "dealing", "resolved"].includes(view.phase.stage) && view.phase.last_coups === null && view.table.cards === "physical"],
  ["F5", "announce", (view) => ANNOUNCES.includes(view.staff?.step.act ?? "")],
  ["F6", "settle", (view) => view.staff?.step.act === "settle"],
  ["F7", "void", (view) => ["betting", "dealing", "resolved"].includes(view.phase.stage) && !view.phase.halted],
  ["F8", "change", () => true],
  ["F10", "floor", () => true],
];

/** Whether a function key does something now. @param {string} key @param {View} view */
export const isLive = (key, view) => FUNCTIONS.find(([each]) => each === key)?.[2](view) ?? false;

/** @param {View} view @param {Console} desk */
export const functionKeys = (view, desk) =>
  FUNCTIONS.map(([key, word, live]) =>
    h("button", { type: "button", class: word === "floor" ? "floor" : null, "aria-disabled": live(view) ? null : "true", onclick: () => desk.press(key) }, h("kbd", {}, key), t(`function.${word}`)),
  );
