// What must be displayed at a table: each notice with its lines, from the book and the table's options.

import { has, t } from "../i18n/index.js";
import { money } from "../lib/format.js";
import { h } from "../lib/html.js";
import { clauseTags } from "../elements/bac-clause.js";
import { payoffLabel, paysText, titleOf, wagerTitle } from "../view/words.js";

/** @typedef {import("../types.js").TableForm} TableForm @typedef {import("../types.js").SignNotice} SignNotice @typedef {import("../types.js").SignLine} SignLine */

const IN_THE_BAND = ["limits", "differential"];

/** @param {TableForm} table */
const beyondTheBand = (table) => table.notices.filter((each) => !IN_THE_BAND.includes(each.name));

/** What a wager gets: a payoff, its stake back, or nothing. @param {string} end */
const endText = (end) => (end === "push" ? t("end.push") : end === "loses" ? t("end.loses") : paysText(end));

/** @param {TableForm} table @param {SignNotice} notice @param {SignLine} line */
function lineText(table, notice, line) {
  /** @param {number} units */
  const written = (units) => money(units, table.digits, { short: true });
  if (notice.name === "ante" && line.amount !== null && line.amount !== undefined)
    return line.most === null || line.most === undefined ? t("notice.line.ante", { amount: written(line.amount) }) : t("notice.line.ante-waived", { amount: written(line.amount), from: written(line.most) });
  if (line.words) return line.words;
  return `${payoffLabel(line.label ?? "")}: ${endText(line.end ?? "")}`;
}

/** The scales that no notice has: side wagers that pay by what happened. @param {TableForm} table */
export function scaleList(table) {
  const told = new Set(beyondTheBand(table).flatMap((each) => each.lines.map((line) => line.wager)));
  return table.wagers
    .filter((each) => each.kind === "side" && each.payoffs.length > 1 && !told.has(each.name))
    .map((each) => {
      const ends = [...each.payoffs.map((line) => [line.label, line.pays]), ...each.pushes.map((label) => [label, "push"])];
      const texts = ends.map(([label = "", end = ""]) => `${payoffLabel(label)}: ${endText(end)}`);
      return h("section", { class: "sign-notice", "data-scale": each.name }, h("h3", {}, wagerTitle(each)), h("p", {}, apart(texts)));
    });
}

/** Texts one after another, each kept together where it fits on a line. @param {(string | Node)[]} texts */
const apart = (texts) => texts.flatMap((text) => [h("span", { class: "kept" }, text), " "]);

/** The notices beyond the limits, each as a heading with its lines. @param {TableForm} table @param {boolean} [clauses] */
export function noticeList(table, clauses = false) {
  return beyondTheBand(table)
    .map((each) => {
      const key = `notice.title.${each.name}`;
      /** @type {Map<string, string[]>} */
      const groups = new Map();
      const quoted = new Set(each.lines.map((one) => one.words)); // the document's own words, in its language
      const title = has(key) ? t(key) : each.name;
      for (const line of each.lines.filter((one) => one.words !== title)) {
        const wager = line.wager ? titleOf(table.wagers, line.wager) : "";
        groups.set(wager, [...(groups.get(wager) ?? []), lineText(table, each, line)]);
      }
      const alike = new Map([...groups].map(([wager, lines]) => [lines.join("|"), wager]));
      const shown = [...groups].filter(([wager, lines]) => alike.get(lines.join("|")) === wager || !wager);
      const parts = shown.map(([wager, lines]) => {
        const names = [...groups].filter(([, other]) => other.join("|") === lines.join("|")).map(([name]) => name);
        const texts = apart(lines.map((text) => (quoted.has(text) ? h("span", { lang: "en" }, text) : text)));
        return h("p", {}, wager ? h("b", {}, `${names.join(" / ")}: `) : null, texts);
      });
      return h("section", { class: "sign-notice", "data-notice": each.name }, h("h3", {}, title, " ", clauses ? clauseTags(table.book, each.clauses, 2) : null), parts);
    });
}
