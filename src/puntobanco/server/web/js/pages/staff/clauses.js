// A clause that is pressed shows its sentence, and nothing that would lead away from the table.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { sentenceOf } from "../../net/api.js";
import { clausesOf, gistOf } from "../../net/clauses.js";
import { clauseTitle, sentenceCase } from "../../view/words.js";

document.addEventListener("bac-clause", async (event) => {
  const { book, clause } = /** @type {CustomEvent} */ (event).detail;
  try {
    const gist = gistOf(await clausesOf(book), clause);
    openDialog(clauseTitle(book, clause), h("p", { lang: gist ? "en" : null }, sentenceCase(gist) || t("clause.unknown")));
  } catch (error) {
    openDialog(clauseTitle(book, clause), h("p", {}, sentenceOf(error)));
  }
});
