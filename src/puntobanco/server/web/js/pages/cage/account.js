// One account at the cage: what it holds, what may be done to it, and everything that was.

import { spoken, t } from "../../i18n/index.js";
import { dateTime, money } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { dataTable } from "../../view/tables.js";
import { actorWords, limitText, sentenceCase, signed } from "../../view/words.js";
import { hasAny } from "../house.js";
import { adjusting, excluding, moving } from "./acts.js";

/** @typedef {import("../../types.js").AccountForm} AccountForm @typedef {import("../../types.js").EntriesForm} EntriesForm */

const PAGE = 25;

/**
 * @param {HTMLElement} place
 * @param {string} name
 * @param {ReadonlySet<string>} roles
 * @param {() => Promise<void>} changed
 */
export async function showAccount(place, name, roles, changed) {
  const path = `/api/accounts/${encodeURIComponent(name)}`;
  const head = h("section", { class: "panel" });
  const entries = h("section", { class: "panel" });
  const read = async () => {
    /** @type {AccountForm} */
    const account = await api.get(path);
    fill(head, ...summary(account));
    await showEntries(entries, path);
    return account;
  };
  const account = await read();
  const after = async () => {
    await read();
    await changed();
  };
  const acts = [];
  if (roles.has("cashier")) acts.push(moving("paid-in", path, account.digits, after), moving("paid-out", path, account.digits, after), adjusting(path, account.digits, after));
  if (hasAny(roles, ["manager", "shift-manager"])) acts.push(excluding(path, account.exclusion !== null, after));
  fill(place, head, acts.length ? h("div", { class: "acts" }, acts) : null, entries);
}

/** @param {AccountForm} account */
function summary(account) {
  const { digits } = account;
  const chips = Object.entries(account.at_tables).filter(([, amount]) => amount !== 0);
  const limits = account.limits.map((each) => {
    /** @param {number | null} amount */
    const written = (amount) => limitText(each.limit, amount, digits);
    const bound = each.amount === null ? written(null) : t(each.limit === "loss" ? "cage.limit-loss" : "cage.limit", { amount: written(each.amount), left: written(each.left ?? 0), lost: written(each.counted) });
    const coming = each.coming_from === null ? "" : ` ${t("cage.coming", { amount: written(each.coming), time: dateTime(each.coming_from) })}`;
    return h("div", {}, h("dt", {}, t(`cage.limit.${each.limit}`)), h("dd", {}, bound + coming));
  });
  const out = account.exclusion;
  const until = out?.until === null ? t("cage.excluded-open") : t("cage.excluded-until", { time: dateTime(out?.until ?? 0) });
  const excluded = out ? h("div", { class: "ruling" }, h("h3", {}, until), h("p", {}, [out.by, out.reason].filter(Boolean).join(": "))) : null;
  const balance = h("p", { class: "balance" }, h("span", { class: "muted" }, `${t("cage.balance")} `), h("b", {}, money(account.balance, digits)));
  const there = chips.map(([table, amount]) => `${table}\u00a0${money(amount, digits)}`).join(", ") || t("cage.nothing-there");
  return [
    h("header", {}, h("h2", {}, account.name), balance),
    excluded,
    h("dl", { class: "summary" }, h("div", {}, h("dt", {}, t("cage.at-tables")), h("dd", {}, there)), limits),
  ];
}

/** @param {HTMLElement} place @param {string} path */
async function showEntries(place, path) {
  /** @type {EntriesForm} */
  const form = await api.get(`${path}/entries?limit=${PAGE}`);
  const all = [...form.entries];
  let next = form.next;
  const wrong = h("p", { class: "wrong", role: "alert" });
  const list = h("div", {});
  const more = h("button", { type: "button", class: "btn small", onclick: () => void older() }, t("cage.older"));
  const draw = () => {
    const rows = all.map((each) => [
      h("span", { class: "nowrap" }, dateTime(each.time)),
      h("span", { class: "words" }, sentenceCase(spoken(each.said, each.sentence))),
      actorWords(each.by),
      each.amount ? signed(each.amount, form.digits) : "",
      h("b", {}, money(each.balance, form.digits)),
    ]);
    const heads = [t("audit.col.time"), t("audit.col.what"), t("audit.col.who"), { words: t("cage.amount"), figure: true }, { words: t("cage.after"), figure: true }];
    fill(list, dataTable(t("cage.entries"), heads, rows));
    more.hidden = next === null;
  };
  const older = async () => {
    try {
      /** @type {EntriesForm} */
      const page = await api.get(`${path}/entries?limit=${PAGE}&before=${next}`);
      all.push(...page.entries);
      next = page.next;
      draw();
    } catch (error) {
      wrong.textContent = sentenceOf(error);
    }
  };
  draw();
  fill(place, h("h2", {}, t("cage.entries")), list, wrong, h("p", {}, more));
}
