// Another edition of the rules for a table: chosen, seen beside the one that holds, asked of a second person.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { showAnswer } from "../../view/answers.js";
import { differencesList, editionTitle } from "../../view/editions.js";
import { askForm, choice, field } from "../staff/asking.js";

/** @typedef {import("../../types.js").BookAddedForm} BookAddedForm */

/** @param {import("./desk.js").Desk} desk */
export async function adoptEdition(desk) {
  const { book, edition } = desk.view.table;
  /** @type {readonly BookAddedForm[]} */
  let books;
  try {
    ({ books } = await api.get("/api/editions"));
  } catch (error) {
    return desk.notice(sentenceOf(error));
  }
  const others = books.filter((each) => each.digest !== edition && !each.problem).sort((a, b) => Number(b.book === book) - Number(a.book === book));
  if (!others.length) return void openDialog(t("act.edition"), h("p", { class: "soft" }, t("act.edition-none")));
  const chosen = await choose(others, edition);
  if (chosen) await desk.send({ request: "adopt-edition", by: desk.by, edition: chosen });
}

/** @param {readonly BookAddedForm[]} others @param {string} edition @returns {Promise<string | null>} */
function choose(others, edition) {
  const control = choice("edition", others.map((each) => /** @type {const} */ ([each.digest, editionTitle(each)])));
  const place = h("div", { role: "status" });
  const show = () => void showAnswer(place, differencesOf(edition, control.value), differencesList);
  control.addEventListener("change", show);
  show();
  const fields = [field(t("books.edition"), control), h("p", { class: "soft" }, t("act.edition-why")), place];
  return askForm(t("act.edition"), fields, t("act.edition-do"), () => control.value);
}

/** @param {string} before @param {string} after @returns {Promise<import("../../types.js").DifferencesForm>} */
export const differencesOf = (before, after) => api.get(`/api/books/${encodeURIComponent(after)}/differences?from=${encodeURIComponent(before)}`);
