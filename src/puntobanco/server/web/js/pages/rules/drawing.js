// The drawing rules as the book prints them: D draws, S stands.

import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { clauseTags } from "../../elements/bac-clause.js";

/** @typedef {import("../../net/house-types.js").BookForm} BookForm @typedef {import("../../net/house-types.js").DrawingRowForm} DrawingRowForm */

/** @param {string} letter */
const cell = (letter) => h("td", { class: letter === "D" ? "draws" : "stands" }, h("span", { "aria-hidden": "true" }, t(`rules.letter.${letter}`)), h("span", { class: "vh" }, t(`rules.${letter === "D" ? "draws" : "stands"}`)));

/** Every letter of a row, one for each third card and one for none. @param {DrawingRowForm} row @param {DrawingRowForm | undefined} alone */
const letters = (row, alone) => [...(row.letters.length === 1 ? row.letters.repeat(10) : row.letters), alone?.letters[0] ?? ""];

/** "0-2" is 0, 1, 2. @param {string} totals */
function span(totals) {
  const [first, last = first] = totals.split("-").map(Number);
  return { first, last };
}

/** @param {BookForm} book */
export function drawing(book) {
  const { player, banker, banker_alone: alone, natural_clauses: naturals } = book.drawing;
  const playerRows = player.map((row) => h("tr", {}, h("th", { scope: "row" }, row.totals.replace("-", "\u2013")), cell(row.letters[0]), h("td", { class: "why" }, clauseTags(book.book, row.clauses, 2))));
  const bankerRows = banker.map((row) => {
    const { first } = span(row.totals);
    const other = alone.find((each) => span(each.totals).first <= first && first <= span(each.totals).last);
    return h("tr", {}, h("th", { scope: "row" }, row.totals.replace("-", "\u2013")), letters(row, other).map((letter) => (letter ? cell(letter) : h("td", {}))), h("td", { class: "why" }, clauseTags(book.book, row.clauses, 2)));
  });
  const heads = [...Array(10).keys()].map((value) => h("th", { scope: "col" }, value));
  const why = h("th", { scope: "col", class: "why" }, t("audit.col.clause"));
  return h(
    "section",
    { class: "panel", id: "drawing" },
    h("h2", {}, t("rules.drawing")),
    h("p", {}, t("rules.naturals"), " ", h("span", { class: "clauses" }, clauseTags(book.book, naturals, 4))),
    h("div", { class: "two-tables" }, [
      h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": t("rules.player-draws") }, h("table", { class: "tableau" }, h("caption", { class: "t-player" }, t("rules.player-draws")), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("rules.total")), h("th", { scope: "col" }, t("rules.does")), why)), h("tbody", {}, playerRows))),
      h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": t("rules.banker-draws") }, h("table", { class: "tableau" }, h("caption", { class: "t-banker" }, t("rules.banker-draws")), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("rules.total")), heads, h("th", { scope: "col" }, t("rules.none")), why.cloneNode(true))), h("tbody", {}, bankerRows))),
    ]),
    h("p", { class: "muted" }, t("rules.legend")),
  );
}
