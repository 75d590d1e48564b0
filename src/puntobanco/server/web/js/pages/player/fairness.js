// The check of a shoe: what was shown of it, or all of it once revealed, against what was promised before the first bet.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { canCheck, isFirstRoot, isPromised, rootOf } from "../../lib/fairness.js";
import { dateTime } from "../../lib/format.js";
import { fill, h, own } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { showAnswer } from "../../view/answers.js";
import { icon } from "../../view/icons.js";

/** @typedef {import("../../types.js").ShoeForm} ShoeForm */

/** @param {{store: import("../../state/store.js").Store}} context */
export async function open({ store }) {
  const { table, fairness } = store.view;
  if (table.cards !== "random") return void openDialog(t("link.fairness"), h("p", {}, t("fair.physical")));
  const body = h("div", { class: "overview" });
  const choice = h("select", { class: "field", "aria-label": t("fact.shoe") });
  openDialog(t("link.fairness"), h("p", {}, t("fair.words")), choice, body);
  const path = `/api/tables/${encodeURIComponent(table.table)}/shoes`;
  const shoes = /** @type {import("../../types.js").ShoesForm} */ (await api.get(path).catch(() => ({ shoes: [] })));
  const numbers = shoes.shoes.map((each) => each.shoe);
  if (!numbers.length) {
    choice.hidden = true;
    return fill(body, h("p", {}, t("fair.none-yet")));
  }
  fill(choice, numbers.map((each) => h("option", { value: each, selected: each === fairness?.shoe }, `${t("fact.shoe")} ${each}`)));
  const show = () => showAnswer(body, /** @type {Promise<ShoeForm>} */ (api.get(`${path}/${choice.value}`)), (shoe) => promised(table.table, shoe));
  choice.addEventListener("change", () => void show());
  await show();
}

/** What is known of a shoe; the verdict comes when it has been checked. @param {string} table @param {ShoeForm} shoe */
function promised(table, shoe) {
  const { promise } = shoe;
  const verdict = h("p", { class: "verdict-line", role: "status" }, t("fair.checking"));
  /** @param {string} word @param {string | number} value */
  const pair = (word, value) => [h("dt", {}, word), h("dd", {}, value)];
  const facts = h("dl", { class: "pairs" }, pair(t("fair.when"), dateTime(promise.promised_at)), promise.cut === null ? null : pair(t("fair.cut"), promise.cut), h("dt", {}, t("fair.root")), h("dd", { class: "mono root" }, promise.root));
  const cards = h("div", { class: "minis proof" });
  void check(table, shoe, verdict, cards);
  return [facts, verdict, cards];
}

/** @param {string} table @param {ShoeForm} shoe @param {HTMLElement} verdict @param {HTMLElement} cards */
async function check(table, { promise, opened, order, secret }, verdict, cards) {
  if (!canCheck()) return void (verdict.textContent = t("fair.cannot"));
  const same = isFirstRoot(table, promise);
  const whole = order ? (await rootOf(table, promise.shoe, order, secret)) === promise.root : null;
  const checked = await Promise.all(opened.map(async (each) => ({ each, good: await isPromised(table, promise, each) })));
  const bad = checked.filter(({ good }) => !good);
  const wrong = !same || whole === false || bad.length > 0;
  fill(verdict, icon(wrong ? "stop" : "tick"), !same ? t("fair.changed") : whole !== null ? t(whole ? "fair.whole" : "fair.whole-bad") : words(bad.length, checked.length));
  verdict.classList.toggle("t-signal", wrong);
  const proofs = checked.map(({ each, good }) => h("span", { class: good ? "" : "bad", title: t(good ? "fair.card-good" : "fair.card-bad", { position: each.position }) }, own("bac-card", { state: "small", card: each.card })));
  fill(cards, proofs.length ? proofs : (order.match(/../g) ?? []).map((card) => own("bac-card", { state: "small", card })));
}

/** @param {number} bad @param {number} all */
function words(bad, all) {
  if (bad) return t("fair.bad", { count: bad });
  return all ? t("fair.good", { count: all }) : t("fair.none-shown");
}
