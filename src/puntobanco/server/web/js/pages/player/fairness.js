// The check of the shoe: every card shown so far against what was promised before the first bet.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { canCheck, isPromised } from "../../lib/fairness.js";
import { dateTime } from "../../lib/format.js";
import { h, own } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { icon } from "../../view/icons.js";

/** @param {{store: import("../../state/store.js").Store}} context */
export async function open({ store }) {
  const { table, fairness } = store.view;
  if (!fairness) return void openDialog(t("link.fairness"), h("p", {}, t(table.cards === "random" ? "fair.none-yet" : "fair.physical")));
  const verdict = h("p", { class: "verdict-line", role: "status" }, t("fair.checking"));
  const cards = h("div", { class: "minis proof" });
  openDialog(
    t("link.fairness"),
    h("p", {}, t("fair.words")),
    h("dl", { class: "pairs" }, h("dt", {}, t("fact.shoe")), h("dd", {}, fairness.shoe), h("dt", {}, t("fair.when")), h("dd", {}, dateTime(fairness.committed_at)), h("dt", {}, t("fair.cut")), h("dd", {}, fairness.cut), h("dt", {}, t("fair.root")), h("dd", { class: "mono root" }, fairness.root)),
    verdict,
    cards,
  );
  if (!canCheck()) return void (verdict.textContent = t("fair.cannot"));
  const whole = /** @type {import("../../net/protocol.js").ShoeProof} */ (await api.get(`/api/tables/${encodeURIComponent(table.table)}/shoes/${fairness.shoe}`).catch(() => fairness));
  const same = whole.root === fairness.root;
  const checked = await Promise.all(whole.opened.map(async (opened) => ({ opened, good: same && (await isPromised(table.table, whole, opened)) })));
  const bad = checked.filter((each) => !each.good);
  cards.append(...checked.map(({ opened, good }) => h("span", { class: good ? "" : "bad", title: t(good ? "fair.card-good" : "fair.card-bad", { position: opened.position }) }, own("bac-card", { state: "small", card: opened.card }))));
  verdict.replaceChildren(icon(bad.length ? "stop" : "tick"), bad.length ? t("fair.bad", { count: bad.length }) : t("fair.good", { count: checked.length }));
  verdict.classList.toggle("t-signal", bad.length > 0);
}
