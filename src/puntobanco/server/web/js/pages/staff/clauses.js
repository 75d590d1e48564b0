// The sentences behind clause numbers: fetched once a book, shown when a number is pressed.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { bookShort } from "../../view/words.js";
import { inWords } from "./sending.js";

/** @typedef {Map<string, string>} Gists by clause: what it says, in a sentence */
/** @type {Map<string, Promise<Gists>>} */
const kept = new Map();

/** What the clauses of a book say. @param {string} book @returns {Promise<Gists>} */
export function gistsOf(book) {
  let found = kept.get(book);
  if (!found) kept.set(book, (found = fetched(book)));
  found.catch(() => kept.delete(book));
  return found;
}

/** @param {string} book @returns {Promise<Gists>} */
async function fetched(book) {
  const read = await api.get(`/api/books/${encodeURIComponent(book)}/clauses`);
  /** @type {[string, string][]} */
  const own = read.clauses.map((/** @type {{id: string, gist: string}} */ each) => [each.id, each.gist]);
  /** @type {[string, string][]} */
  const ours = Object.entries(read.defaults).map(([number, words]) => [number.startsWith("default:") ? number : `default:${number}`, String(words)]);
  return new Map([...own, ...ours]);
}

/** The sentence of a clause, or of the one it is a part of. @param {Gists} gists @param {string} clause */
export function gistOf(gists, clause) {
  for (let asked = clause; asked; asked = asked.replace(/(\[[^\]]*\]|\([^)]*\)|\.[^.]*|^[^.([]*)$/, "")) {
    const gist = gists.get(asked);
    if (gist) return gist;
  }
  return "";
}

document.addEventListener("bac-clause", async (event) => {
  const { book, clause } = /** @type {CustomEvent} */ (event).detail;
  const title = clause.startsWith("default:") ? t("clause.of", { book: t("clause.default"), clause: clause.slice(8) }) : t("clause.of", { book: bookShort(book), clause });
  try {
    openDialog(title, h("p", { lang: "en" }, gistOf(await gistsOf(book), clause) || t("clause.unknown")));
  } catch (error) {
    openDialog(title, h("p", {}, inWords(error)));
  }
});
