// A clause that is pressed shows its sentence, with the way to the whole book.

import { t } from "../i18n/index.js";
import { h } from "../lib/html.js";
import { api } from "../net/api.js";
import { sentenceCase } from "../view/words.js";
import { openDialog } from "../elements/bac-dialog.js";
import { sentenceOf } from "./house.js";

/** @typedef {import("../net/house-types.js").ClausesForm} ClausesForm */

/** @type {Map<string, Promise<ClausesForm>>} */
const books = new Map();

/** The clauses of a book, asked for once. @param {string} book @returns {Promise<ClausesForm>} */
export function clausesOf(book) {
  const known = books.get(book) ?? api.get(`/api/books/${encodeURIComponent(book)}/clauses`);
  books.set(book, known);
  known.catch(() => books.delete(book));
  return known;
}

/** The clause itself, or the one it is a row of. @param {ClausesForm} form @param {string} id */
function gistOf(form, id) {
  if (id.startsWith("default:")) return form.defaults[id.slice("default:".length)] ?? "";
  const found = form.clauses.find((each) => each.id === id) ?? form.clauses.find((each) => each.id === id.replace(/\[.*/, ""));
  if (found) return found.gist;
  return form.clauses.filter((each) => each.id.startsWith(`${id}[`)).map((each) => sentenceCase(each.gist)).join(" ");
}

/** @param {string} book @param {string} clause */
async function show(book, clause) {
  try {
    const form = await clausesOf(book);
    const way = h("a", { class: "btn", href: `/rules/${encodeURIComponent(book)}#${encodeURIComponent(`clause-${clause}`)}` }, t("book.whole"));
    openDialog(t("clause.of", { book: form.title, clause }), h("p", { lang: "en" }, sentenceCase(gistOf(form, clause)) || t("book.unknown-clause")), h("p", { class: "btnrow" }, way));
  } catch (error) {
    openDialog(t("clause.of", { book, clause }), h("p", {}, sentenceOf(error)));
  }
}

document.addEventListener("bac-clause", (event) => {
  const { book, clause } = /** @type {CustomEvent} */ (event).detail;
  void show(book, clause);
});
