// Buying in and cashing out at this table.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { money, units } from "../../lib/format.js";
import { h } from "../../lib/html.js";
import { ask } from "./acts.js";
import { buyIns } from "./beginning.js";
import { own } from "./session.js";

/** @param {{store: import("../../state/store.js").Store, socket: import("../../net/socket.js").TableSocket, refresh: () => Promise<void>}} context */
export async function open({ store, socket, refresh }) {
  const { table, me } = store.view;
  const { digits } = table;
  const wrong = h("p", { class: "wrong", role: "alert" });
  const field = h("input", { class: "field", inputmode: "decimal", autocomplete: "off", required: true });
  /** @param {"buy-in" | "cash-out"} request @param {number} [all] */
  const go = async (request, all) => {
    const amount = all ?? units(field.value, digits);
    if (!amount) return void (wrong.textContent = t("cage.no-amount"));
    const answer = await ask(socket, store, { request, amount });
    wrong.textContent = answer.sentence;
    if (!answer.accepted) return;
    await refresh();
    dialog.close();
  };
  /** @param {string} word @param {number} value */
  const pair = (word, value) => [h("dt", {}, word), h("dd", {}, money(value, digits))];
  const cashable = me?.cashable ?? 0;
  const presets = buyIns(table, own.account).map(({ words, detail }) => h("button", { type: "button", class: "btn", onclick: () => go("buy-in", Number(detail)) }, words));
  const form = h(
    "form",
    { class: "form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void go("buy-in")) },
    presets.length ? h("div", { class: "btnrow" }, presets) : null,
    h("label", {}, t("cage.other"), field),
    h("div", { class: "btnrow" }, h("button", { class: "btn primary" }, t("cage.buy-in")), h("button", { type: "button", class: "btn", onclick: () => go("cash-out") }, t("cage.cash-out")), h("button", { type: "button", class: "btn", disabled: !cashable, onclick: () => go("cash-out", cashable) }, t("cage.cash-all"))),
    wrong,
  );
  const dialog = openDialog(t("rack.cage"), h("dl", { class: "pairs" }, own.account ? pair(t("header.balance"), own.account.balance) : null, pair(t("rack.here"), me?.rack ?? 0), pair(t("cage.cashable"), cashable)), form);
  field.focus();
}
