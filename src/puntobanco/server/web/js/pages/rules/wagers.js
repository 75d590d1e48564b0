// What each wager pays, line by line, and what it costs in the long run where a table says so.

import { isEnglish, t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { payoffLabel, paysText, wagerWords } from "../../view/words.js";
import { clauseTags } from "../../elements/bac-clause.js";

/** @typedef {import("../../types.js").BookForm} BookForm @typedef {import("../../types.js").TableForm} TableForm */

/** @param {BookForm} book @param {TableForm | null} table */
export function wagers(book, table) {
  const edges = new Map(table?.wagers.map((each) => [each.name, each]) ?? []);
  // a table may offer wagers that the book leaves to the operator's choice
  const shown = table ? book.wagers.concat(extra(book, table)) : book.wagers;
  const rows = shown.map((wager) => {
    const tone = wager.kind === "side" ? "" : `t-${wager.kind}`;
    const lines = wager.lines.map((line) => {
      const end = line.end === "win" ? paysText(line.pays) : t(`audit.result.${line.end}`);
      const tags = h("span", { class: "clauses" }, clauseTags(book.book, line.clauses, 2));
      return h("li", {}, h("b", {}, end), " ", h("span", { class: "soft" }, payoffLabel(line.label)), " ", tags);
    });
    const edge = edges.get(wager.name);
    const cost = edge?.edge_percent ? h("span", { title: edge.edge }, `${edge.edge_percent}%`) : h("span", { class: "muted" }, "\u2013");
    return h("tr", {}, h("th", { scope: "row", class: tone }, isEnglish() ? wager.title : wagerWords(wager.name)), h("td", {}, h("ul", { class: "lines" }, lines)), h("td", { class: "figure" }, cost));
  });
  const head = h("tr", {}, [t("book.wager"), t("book.pays"), t("book.edge")].map((words, at) => h("th", { scope: "col", class: at === 2 ? "figure" : null }, words)));
  const from = table ? t("book.edge-of", { table: table.title }) : t("book.no-table");
  const list = h("table", { class: "data wagers" }, h("thead", {}, head), h("tbody", {}, rows));
  const box = h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": t("book.wagers") }, list);
  return h("section", { class: "panel", id: "wagers" }, h("h2", {}, t("book.wagers")), h("p", { class: "soft" }, from), box);
}

/** @param {BookForm} book @param {TableForm} table @returns {BookForm["wagers"][number][]} */
function extra(book, table) {
  return table.wagers
    .filter((wager) => !book.wagers.some((each) => each.name === wager.name))
    .map(({ name, title, kind, clauses, payoffs }) => ({ name, title, kind, clauses, lines: payoffs.map((each) => ({ ...each, end: "win" })) }));
}
