// Two editions beside one another: what is new, gone and changed, and what each wager costs.

import { has, t } from "../i18n/index.js";
import { h } from "../lib/html.js";
import { editionWords } from "./words.js";
import { dataTable, shortHash } from "./tables.js";

/** @typedef {import("../types.js").DifferencesForm} DifferencesForm @typedef {import("../types.js").DifferenceForm} DifferenceForm */

/** "EZ Baccarat, example, 2026 (7f2a90d1c3)". @param {{title: string, edition: string, digest: string}} book */
export const editionTitle = ({ title, edition, digest }) => `${title}, ${editionWords(edition)} (${digest.slice(0, 10)})`;

/** @param {DifferencesForm} form */
export function differencesTable({ before, after, differences }) {
  if (!differences.length) return h("p", { class: "soft" }, t("books.same"));
  const heads = [t("books.change"), t("books.part"), t("books.name"), t("books.before"), t("books.after"), { words: t("books.edge"), figure: true }];
  const rows = differences.map((each) => [t(`books.change.${each.change}`), partWords(each.part), h("span", { class: "mono" }, each.name), long(each.before), long(each.after), edges(each)]);
  const title = h("p", {}, h("span", { lang: "en" }, `${before.title}, ${before.edition}`), " ", shortHash(before.digest, 10), " \u2192 ", h("span", { lang: "en" }, `${after.title}, ${after.edition}`), " ", shortHash(after.digest, 10));
  return h("section", { class: "differences" }, title, dataTable(t("books.compare-title"), heads, rows));
}

/** The same where there is no room for a table. @param {DifferencesForm} form */
export function differencesList({ before, after, differences }) {
  if (!differences.length) return h("p", { class: "soft" }, t("books.same"));
  const rows = differences.map((each) => {
    const head = h("p", {}, h("span", { class: "tag quiet" }, t(`books.change.${each.change}`)), " ", partWords(each.part), " ", h("b", { class: "mono" }, each.name), " ", edges(each));
    const words = [["was", each.before], ["is", each.after]].filter(([, said]) => said);
    return h("li", {}, head, words.map(([name, said]) => h("p", { class: name, lang: "en" }, said)));
  });
  const title = h("p", { lang: "en" }, `${before.title}, ${before.edition}`, " \u2192 ", `${after.title}, ${after.edition}`);
  return h("section", { class: "differences" }, title, h("ol", { class: "plain", tabindex: 0, "aria-label": t("books.compare-title") }, rows));
}

/** @param {string} part */
const partWords = (part) => (has(`books.part.${part}`) ? t(`books.part.${part}`) : h("span", { lang: "en" }, part));

/** @param {string} words */
const long = (words) => h("span", { class: "words", lang: "en" }, words);

/** @param {DifferenceForm} each */
function edges({ edge_before: before, edge_after: after }) {
  const shown = [before, after].filter(Boolean).map((edge) => `${edge} %`);
  return h("span", { class: "nowrap" }, shown.join(" \u2192 "));
}
