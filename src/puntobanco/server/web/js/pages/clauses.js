// A clause that is pressed shows its sentence, with the way to the whole book.

import { t } from "../i18n/index.js";
import { h } from "../lib/html.js";
import { sentenceOf } from "../net/api.js";
import { bookAddress, clausesOf, gistOf } from "../net/clauses.js";
import { clauseTitle, sentenceCase } from "../view/words.js";
import { openDialog } from "../elements/bac-dialog.js";

document.addEventListener("bac-clause", async (event) => {
  const { book, clause, edition } = /** @type {CustomEvent} */ (event).detail;
  const way = h("a", { class: "btn", href: bookAddress(book, clause, edition) }, t("book.whole"));
  try {
    const gist = gistOf(await clausesOf(edition ?? book), clause);
    const silent = clause.startsWith("default:") ? h("p", { class: "soft" }, t("clause.silent")) : null;
    openDialog(clauseTitle(book, clause), silent, h("p", { lang: gist ? "en" : null }, sentenceCase(gist) || t("clause.unknown")), h("p", { class: "btnrow" }, way));
  } catch (error) {
    openDialog(clauseTitle(book, clause), h("p", {}, sentenceOf(error)));
  }
});
