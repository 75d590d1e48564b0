// A table with heads, and the box in which it scrolls when it is wider than its place.

import { h } from "../lib/html.js";

/** @typedef {import("../lib/html.js").Child} Child @typedef {{words: string, figure?: boolean}} Head */

/**
 * @param {string} label what the table is
 * @param {readonly (string | Head)[]} heads
 * @param {readonly (readonly (Child | Child[])[])[]} rows
 * @param {string} [name] a class
 */
export function dataTable(label, heads, rows, name = "data") {
  const described = heads.map((head) => (typeof head === "string" ? { words: head } : head));
  /** @param {number} at */
  const tone = (at) => (described[at]?.figure ? "figure" : null);
  const head = h("tr", {}, described.map(({ words }, at) => h("th", { scope: "col", class: tone(at) }, words || h("span", { class: "vh" }, label))));
  const body = rows.map((row) => h("tr", {}, row.map((cell, at) => h("td", { class: tone(at) }, ...(Array.isArray(cell) ? cell : [cell])))));
  return h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": label }, h("table", { class: name }, h("thead", {}, head), h("tbody", {}, body)));
}

/** A hash as people compare it: its first letters. @param {string} hash @param {number} [letters] */
export const shortHash = (hash, letters = 8) => h("span", { class: "mono", title: hash }, hash.slice(0, letters));
