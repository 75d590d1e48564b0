// Help: how the game goes here, when a third card is drawn, and the book's clauses in short.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { api } from "../../net/api.js";

/** @typedef {import("../../net/protocol.js").Book} Book */

/** @type {Map<string, Promise<Book>>} */
const books = new Map();

/** @param {string} name */
function read(name) {
  let book = books.get(name);
  if (!book) {
    book = api.get(`/api/books/${encodeURIComponent(name)}`);
    book.catch(() => books.delete(name));
    books.set(name, book);
  }
  return book;
}

/**
 * @param {{store: import("../../state/store.js").Store}} context
 * @param {string} [clause] to be shown first
 */
export async function open({ store }, clause) {
  const { table } = store.view;
  try {
    const book = await read(table.book);
    const found = clause && book.clauses.find((each) => each.id === clause);
    const first = found ? h("section", { class: "found" }, h("h3", { class: "mono" }, found.id), h("p", { lang: "en" }, found.gist)) : clause ? h("p", {}, t("rules.not-in-book", { clause })) : null;
    openDialog(clause ? `${book.short} ${clause}` : t("link.rules"), first, clause ? null : overview(book), clauses(book, clause));
  } catch (error) {
    openDialog(t("link.rules"), h("p", { role: "alert" }, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {Book} book */
function overview({ tableau, title, edition }) {
  const draws = tableau.player.filter((each) => each.draws).map((each) => each.total);
  const head = h("tr", {}, h("th", { scope: "col" }, t("rules.banker")), h("th", { scope: "col" }, t("rules.stood")), [...Array(10).keys()].map((value) => h("th", { scope: "col" }, value)));
  const rows = tableau.banker.map((row) => h("tr", {}, h("th", { scope: "row" }, row.total), h("td", {}, row.stood), [...row.against].map((letter) => h("td", { class: letter === "D" ? "draws" : "" }, letter))));
  return h(
    "section",
    { class: "overview" },
    h("p", {}, `${title}, ${edition}`),
    h("ul", { class: "plain" }, ["rules.count", "rules.natural", "rules.help-bets", "rules.help-connection", "rules.help-roads"].map((key) => h("li", {}, t(key)))),
    h("h3", {}, t("rules.third")),
    h("p", {}, t("rules.player", { low: Math.min(...draws), high: Math.max(...draws) })),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("rules.third") }, h("table", { class: "data tableau" }, h("caption", {}, t("rules.caption")), h("thead", {}, head), h("tbody", {}, rows))),
  );
}

/** @param {Book} book @param {string} [clause] */
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
