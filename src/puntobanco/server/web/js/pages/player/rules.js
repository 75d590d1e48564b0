// Help: how the game goes here, when a third card is drawn, and the book's clauses in short.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { clausesOf, editionOf, gistOf } from "../../net/clauses.js";
import { clauseTitle, editionWords, sentenceCase } from "../../view/words.js";

/** @typedef {import("../../types.js").BookForm} BookForm @typedef {import("../../types.js").ClausesForm} ClausesForm */

/** @type {Map<string, Promise<BookForm>>} */
const books = new Map();

/** @param {string} name @returns {Promise<BookForm>} */
function bookOf(name) {
  const edition = editionOf(name);
  const known = books.get(edition) ?? api.get(`/api/books/${encodeURIComponent(edition)}`);
  books.set(edition, known);
  known.catch(() => books.delete(edition));
  return known;
}

/**
 * @param {{store: import("../../state/store.js").Store}} context
 * @param {string} [clause] to be shown first
 */
export async function open({ store }, clause) {
  const name = store.view.table.book;
  try {
    const [book, register] = await Promise.all([bookOf(name), clausesOf(name)]);
    openDialog(clause ? clauseTitle(name, clause) : t("link.rules"), clause ? first(register, clause) : overview(book), clauses(register, clause));
  } catch (error) {
    openDialog(t("link.rules"), h("p", { role: "alert" }, sentenceOf(error)));
  }
}

/** @param {ClausesForm} register @param {string} clause */
function first(register, clause) {
  const gist = gistOf(register, clause);
  const words = gist ? h("p", { lang: "en" }, sentenceCase(gist)) : h("p", {}, t("clause.unknown"));
  return h("section", { class: "found" }, words, clause in register.defaults ? h("p", {}, t("rules.ours")) : null);
}

/** @param {BookForm} book */
function overview({ drawing, title, edition }) {
  const draws = drawing.player.filter((row) => row.letters === "D").map((row) => row.totals).join(", ");
  const alone = drawing.banker_alone.filter((row) => row.letters === "D").map((row) => row.totals).join(", ");
  const head = h("tr", {}, h("th", { scope: "col" }, t("rules.banker")), [...Array(10).keys()].map((value) => h("th", { scope: "col" }, value)));
  const rows = drawing.banker.map((row) => h("tr", {}, h("th", { scope: "row" }, row.totals), [...row.letters.padEnd(10, row.letters)].map((letter) => h("td", { class: letter === "D" ? "draws" : "" }, letter))));
  return h(
    "section",
    { class: "overview" },
    h("p", {}, `${title}, ${editionWords(edition)}`),
    h("ul", { class: "plain" }, ["rules.count", "rules.natural", "rules.help-bets", "rules.help-connection", "rules.help-roads"].map((key) => h("li", {}, t(key)))),
    h("h3", {}, t("rules.third")),
    h("p", {}, t("rules.player", { totals: draws })),
    h("p", {}, t("rules.alone", { totals: alone })),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("rules.third") }, h("table", { class: "data tableau" }, h("caption", {}, t("rules.caption")), h("thead", {}, head), h("tbody", {}, rows))),
  );
}

/** @param {ClausesForm} book @param {string} [clause] */
function clauses(book, clause) {
  const list = h("dl", { class: "clauses-list", lang: "en" });
  const field = h("input", { class: "field", type: "search", placeholder: t("rules.search"), "aria-label": t("rules.search") });
  const show = () => {
    const words = field.value.toLowerCase();
    const found = book.clauses.filter((each) => `${each.id} ${each.gist}`.toLowerCase().includes(words));
    list.replaceChildren(...found.flatMap((each) => [h("dt", { class: "mono" }, each.id), h("dd", {}, each.gist)]));
  };
  field.addEventListener("input", show);
  show();
  return h("details", { open: false }, h("summary", {}, t("rules.all", { count: book.clauses.length })), clause ? null : field, list);
}
