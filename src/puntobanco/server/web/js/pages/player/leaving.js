// Leaving a table with chips: what becomes of them, and cashing them first.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { money } from "../../lib/format.js";
import { h } from "../../lib/html.js";
import { ask } from "./acts.js";

/** @param {{store: import("../../state/store.js").Store, socket: import("../../net/socket.js").TableSocket, refresh: () => Promise<void>}} context */
export async function open({ store, socket, refresh }) {
  const { table, me } = store.view;
  if (!me) return;
  const wrong = h("p", { class: "wrong", role: "alert" });
  /** @param {boolean} cash */
  const leave = async (cash) => {
    const cashed = cash ? await ask(socket, store, { request: "cash-out", amount: me.cashable }) : null;
    const left = cashed && !cashed.accepted ? cashed : await ask(socket, store, { request: "leave" });
    if (!left.accepted) return void (wrong.textContent = left.sentence);
    await refresh();
    dialog.close();
  };
  const staked = me.staked ? h("p", {}, t("leave.staked", { amount: money(me.staked, table.digits) })) : null;
  const rack = me.rack ? h("p", {}, t("leave.rack", { amount: money(me.rack, table.digits) })) : null;
  const cash = me.cashable ? h("button", { type: "button", class: "btn primary", onclick: () => void leave(true) }, t("leave.cash", { amount: money(me.cashable, table.digits) })) : null;
  const dialog = openDialog(t("leave.title"), staked, rack, wrong, h("div", { class: "btnrow" }, cash, h("button", { type: "button", class: "btn", onclick: () => void leave(false) }, t("leave.go")), h("button", { type: "button", class: "btn", onclick: () => dialog.close() }, t("leave.stay"))));
}
