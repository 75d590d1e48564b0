// The drawing rules as the book prints them: D draws, S stands.

import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { clauseTags } from "../../elements/bac-clause.js";

/** @typedef {import("../../types.js").BookForm} BookForm @typedef {import("../../types.js").DrawingRowForm} DrawingRowForm */

/** @param {string} letter */
function cell(letter) {
  const does = letter === "D" ? "draws" : "stands";
  return h("td", { class: does }, h("span", { "aria-hidden": "true" }, t(`book.letter.${letter}`)), h("span", { class: "vh" }, t(`book.${does}`)));
}

/** Every letter of a row, one for each third card and one for none. @param {DrawingRowForm} row @param {DrawingRowForm | undefined} alone */
const letters = (row, alone) => [...(row.letters.length === 1 ? row.letters.repeat(10) : row.letters), alone?.letters[0] ?? "S"];

/** "0-2" is 0, 1, 2. @param {string} totals */
function span(totals) {
  const [first, last = first] = totals.split("-").map(Number);
  return { first, last };
}

/** @param {"player" | "banker"} hand @param {readonly string[]} columns @param {readonly Node[]} rows */
function tableau(hand, columns, rows) {
  const label = t(`book.${hand}-draws`);
  const heads = [t("book.total"), ...columns].map((words) => h("th", { scope: "col" }, words));
  const head = h("tr", {}, heads, h("th", { scope: "col", class: "why" }, t("audit.col.clause")));
  const table = h("table", { class: "tableau", "aria-label": label }, h("thead", {}, head), h("tbody", {}, ...rows));
  return h("div", {}, h("h3", { class: `t-${hand}` }, label), h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": label }, table));
}

/** @param {BookForm} book */
export function drawing(book) {
  const { player, banker, banker_alone: alone, natural_clauses: naturals } = book.drawing;
  /** @param {DrawingRowForm} row @param {readonly string[]} cells */
  const line = (row, cells) =>
    h("tr", {}, h("th", { scope: "row" }, row.totals.replace("-", "\u2013")), cells.map(cell), h("td", { class: "why" }, clauseTags(book.book, row.clauses, 2)));
  const playerRows = player.map((row) => line(row, [row.letters[0]]));
  const bankerRows = banker.map((row) => {
    const { first } = span(row.totals);
    const other = alone.find((each) => span(each.totals).first <= first && first <= span(each.totals).last);
    return line(row, letters(row, other));
  });
  const thirds = [...Array(10).keys()].map(String);
  return h(
    "section",
    { class: "panel", id: "drawing" },
    h("h2", {}, t("book.drawing")),
    h("p", {}, t("book.naturals"), " ", h("span", { class: "clauses" }, clauseTags(book.book, naturals, 4))),
    h("div", { class: "two-tables" }, tableau("player", [t("book.does")], playerRows), tableau("banker", [...thirds, t("book.none")], bankerRows)),
    h("p", { class: "muted" }, t("book.legend")),
  );
}
