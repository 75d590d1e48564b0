// A rule book to read: how cards are drawn, what wagers pay and cost, and every clause by its number.

import { listed, t } from "../i18n/index.js";
import { fill, find, h } from "../lib/html.js";
import { api } from "../net/api.js";
import { clausesOf, under } from "../net/clauses.js";
import { editionWords, optionMeaning, optionValue, sentenceCase } from "../view/words.js";
import { bar, signedIn, trouble } from "./house.js";
import { drawing } from "./rules/drawing.js";
import { wagers } from "./rules/wagers.js";

/** @typedef {import("../types.js").BookForm} BookForm @typedef {import("../types.js").BooksForm} BooksForm @typedef {import("../types.js").ClausesForm} ClausesForm */

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
/** The edition that a table runs under, where one comes from there; else what new tables have. */
const wanted = new URLSearchParams(location.search).get("edition") ?? name;
if (wanted !== name) under(name, wanted);
const who = await signedIn();
const draw = bar(who, "book.title");

/** The edges are those of a table that is played under this edition. @param {string} edition @returns {Promise<import("../types.js").TableForm | null>} */
async function tableOf(edition) {
  if (!who) return null;
  /** @type {import("../types.js").LobbyForm} */
  const lobby = await api.get("/api/tables");
  const asked = new URLSearchParams(location.search).get("table");
  const found = lobby.tables.find((each) => each.edition === edition && (!asked || each.table === asked));
  return found ? (await api.get(`/api/tables/${encodeURIComponent(found.table)}`)).view.table : null;
}

/** @param {ClausesForm} form */
function clauses(form) {
  const find_ = h("input", { class: "field", type: "search", placeholder: t("book.find"), "aria-label": t("book.find") });
  const count = h("span", { class: "muted", role: "status" });
  const ours = Object.entries(form.defaults).map(([id, gist]) => ({ id, shown: id.slice("default:".length), kind: "default", gist, note: "" }));
  const rows = [...form.clauses.map((each) => ({ ...each, shown: each.id })), ...ours].map((each) => {
    const address = `clause-${each.id}`;
    const kind = each.kind === "default" ? t("clause.default") : t(`clause.kind.${each.kind}`);
    const number = h("a", { class: "number mono", href: `#${encodeURIComponent(address)}` }, each.shown);
    const note = each.note ? h("p", { class: "muted note", lang: "en" }, sentenceCase(each.note)) : null;
    const words = h("div", {}, h("p", { lang: "en" }, sentenceCase(each.gist)), note);
    return h("li", { id: address }, number, words, h("span", { class: "tag quiet" }, kind));
  });
  const list = h("ol", { class: "clauses-list" }, rows);
  const notes = h("input", { type: "checkbox" });
  notes.addEventListener("change", () => list.classList.toggle("noted", notes.checked));
  const filter = () => {
    const wanted = find_.value.trim().toLowerCase();
    for (const row of rows) row.hidden = wanted !== "" && !row.textContent?.toLowerCase().includes(wanted);
    const shown = rows.filter((row) => !row.hidden);
    const others = shown.filter((row) => row.id.startsWith("clause-default:")).length;
    count.textContent = t("book.count", { count: shown.length - others, others });
  };
  find_.addEventListener("input", filter);
  filter();
  return h("section", { class: "panel", id: "clauses" }, h("header", {}, h("h2", {}, t("book.clauses")), count, find_), h("p", { class: "soft" }, t("book.paraphrase")), h("label", { class: "check" }, notes, t("book.notes")), list);
}

/** @param {BookForm} book */
function options(book) {
  const rows = book.options.map((each) => {
    const taken = each.kind === "choice" ? listed(each.values.map(optionValue)) : each.kind === "count" ? t("book.from-to", { low: each.low ?? 0, high: each.high ?? 0 }) : t("book.sum");
    return h("div", {}, h("dt", { class: "mono" }, each.name), h("dd", {}, optionMeaning(each), " ", h("span", { class: "muted" }, taken)));
  });
  const forbidden = book.forbidden.map((each) => h("li", { lang: "en" }, sentenceCase(each.sentence)));
  const never = forbidden.length ? [h("h3", {}, t("book.forbidden")), h("ul", { class: "plain" }, forbidden)] : [];
  return h("section", { class: "panel", id: "options" }, h("h2", {}, t("book.options")), h("dl", { class: "rules-of" }, rows), never);
}

async function show() {
  if (!name) {
    /** @type {BooksForm} */
    const { books } = await api.get("/api/books");
    return location.replace(`/rules/${encodeURIComponent(books[0]?.book ?? "")}`);
  }
  /** @type {[BookForm, ClausesForm, BooksForm]} */
  const [book, register, books] = await Promise.all([
    api.get(`/api/books/${encodeURIComponent(wanted)}`),
    clausesOf(name),
    api.get("/api/books"),
  ]);
  const table = await tableOf(book.digest);
  draw();
  /** Its title; of two editions with one title, each with its digest. @param {{title: string, digest: string}} each */
  const named = (each) => (books.books.filter(({ title }) => title === each.title).length > 1 ? `${each.title} (${each.digest.slice(0, 10)})` : each.title);
  const others = books.books.map((each) => h("a", { href: `/rules/${encodeURIComponent(each.book)}?edition=${each.digest}`, "aria-current": each.digest === book.digest ? "page" : null }, named(each)));
  const contents = ["drawing", "wagers", "options", "clauses"].map((each) => h("a", { href: `#${each}` }, t(`book.${each}`)));
  fill(find("#others"), others);
  fill(
    find("#book"),
    h(
      "header",
      { class: "title" },
      h("h2", {}, book.title),
      h("p", { class: "soft edition" }, t(book.effective ? "book.edition" : "book.edition-undated", { edition: editionWords(book.edition), effective: editionWords(book.effective), decks: book.decks })),
      h("nav", { class: "contents", "aria-label": t("book.contents") }, contents),
    ),
    drawing(book),
    wagers(book, table),
    options(book),
    clauses(register),
  );
  arrive();
}

/** Goes to the clause that the address names: it was not there when the page was opened. */
function arrive() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const rows = [...document.querySelectorAll(".clauses-list li")];
  const place = wanted ? (document.getElementById(wanted) ?? rows.find((row) => row.id.startsWith(`${wanted}[`)) ?? document.getElementById(wanted.replace(/\[.*/, ""))) : null;
  for (const each of document.querySelectorAll(".clauses-list .here")) each.classList.remove("here");
  if (!place) return;
  place.classList.add("here");
  place.scrollIntoView({ block: "center" });
}

addEventListener("hashchange", arrive);
document.addEventListener("bac-language", () => void show().catch(trouble));
await show().catch(trouble);
