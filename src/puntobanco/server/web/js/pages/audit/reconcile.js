// Do the cards of a shoe and the money of a table add up? And what has been counted that is unusual?

import { has, spoken, t } from "../../i18n/index.js";
import { money, number } from "../../lib/format.js";
import { fill, find, h } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { icon } from "../../view/icons.js";
import { dataTable } from "../../view/tables.js";
import { sentenceCase } from "../../view/words.js";

/** @typedef {import("../../lib/html.js").Child} Child */

/** @param {string} title @param {readonly string[]} findings @param {...Child} body */
function card(title, findings, ...body) {
  const good = findings.length === 0;
  const tag = h("span", { class: good ? "tag quiet" : "tag signal" }, icon(good ? "tick" : "stop"), t(good ? "audit.agrees" : "audit.differs", { count: findings.length }));
  return h("section", { class: "rec" }, h("h3", {}, title), tag, ...body, ...findings.map((each) => h("p", { class: "t-signal", lang: "en" }, sentenceCase(each))));
}

/** @param {string} table @param {number} shoe */
async function cards(table, shoe) {
  /** @type {import("../../types.js").ShoeAuditForm} */
  const form = await api.get(`/api/audit/tables/${encodeURIComponent(table)}/shoes/${shoe}`);
  const sum = t("audit.cards-sum", { size: form.size, dealt: form.dealt, burnt: form.burnt, left: form.left });
  const most = t("audit.most-seen", { count: form.most_seen, decks: form.decks });
  return card(t("audit.cards-of", { shoe: number(form.shoe) }), form.findings, h("p", {}, sum), h("p", {}, most, " ", t(form.promised ? "audit.promised" : "audit.not-promised")));
}

/** @param {string} table */
async function funds(table) {
  /** @type {import("../../types.js").MoneyAuditForm} */
  const form = await api.get(`/api/audit/tables/${encodeURIComponent(table)}/money`);
  const total = Object.values(form.accounts).reduce((sum, each) => sum + each, 0);
  const names = [...new Set([...Object.keys(form.accounts), ...Object.keys(form.kept)])].sort();
  const rows = names.map((name) => [accountName(name), money(form.accounts[name] ?? 0, form.digits), money(form.kept[name] ?? 0, form.digits)]);
  const heads = [t("audit.account"), { words: t("audit.by-events"), figure: true }, { words: t("audit.as-kept"), figure: true }];
  const detail = h("details", {}, h("summary", {}, t("audit.accounts", { count: names.length })), dataTable(t("audit.money"), heads, rows));
  /** @param {number} units */
  const written = (units) => money(units, form.digits);
  const drop = t("audit.drop", { drop: written(form.drop), racks: written(form.before_patrons), felt: written(form.on_layout), won: written(form.won) });
  return card(t("audit.money"), form.findings, h("p", {}, drop), h("p", {}, t("audit.money-sum", { amount: money(total, form.digits), sequence: number(form.sequence) })), detail);
}

/** Cards of a shoe and money of its table. @param {string} table @param {number} shoe */
export async function showReconciled(table, shoe) {
  const place = find("#reconciled");
  /** @param {Promise<HTMLElement>} made @param {string} title */
  const orSay = (made, title) => made.catch((error) => h("section", { class: "rec" }, h("h3", {}, title), h("p", { class: "wrong" }, sentenceOf(error))));
  const both = [orSay(funds(table), t("audit.money"))];
  if (shoe > 0) both.unshift(orSay(cards(table, shoe), t("audit.cards")));
  fill(place, ...(await Promise.all(both)));
}

/** @param {string} kind */
const patternName = (kind) => (has(`audit.pattern.${kind}`) ? t(`audit.pattern.${kind}`) : kind.replaceAll("-", " "));

/** An account of a table: "rack of guest1", "float". @param {string} name */
function accountName(name) {
  const [kind, whose] = name.split(":");
  const word = has(`audit.account.${kind}`) ? t(`audit.account.${kind}`) : kind;
  return whose ? `${word} ${whose}` : word;
}

/** @param {HTMLElement} place @param {(table: string) => void} open */
export async function showPatterns(place, open) {
  /** @type {import("../../types.js").PatternsForm} */
  const form = await api.get("/api/audit/patterns");
  const heads = [t("audit.pattern"), t("audit.table"), t("audit.col.who"), { words: t("audit.times"), figure: true }, t("audit.col.what")];
  const rows = form.patterns.map((each) => [
    patternName(each.kind),
    h("button", { type: "button", class: "link", onclick: () => open(each.table) }, each.table),
    each.who.join(", "),
    number(each.count),
    h("span", { class: "words" }, sentenceCase(spoken(each.said, each.sentence))),
  ]);
  const rules = h("dl", { class: "rules-of" }, Object.entries(form.rules).map(([kind, words]) => h("div", {}, h("dt", {}, patternName(kind)), h("dd", {}, sentenceCase(spoken(form.rules_said[kind], words))))));
  fill(
    place,
    h("p", { class: "soft" }, t("audit.patterns-prove-nothing")),
    rows.length ? dataTable(t("audit.patterns"), heads, rows) : h("p", { class: "done" }, icon("tick"), t("audit.no-patterns")),
    h("h2", {}, t("audit.counted")),
    rules,
  );
}
