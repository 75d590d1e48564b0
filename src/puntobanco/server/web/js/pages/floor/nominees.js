// Those who act for patrons: approved, announced, ended, barred.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";

/** @param {import("./desk.js").Desk} desk */
export function nominees(desk) {
  const staff = desk.view.staff;
  /** @type {import("../../elements/bac-dialog.js").BacDialog} */
  let dialog;
  /** @param {string} words @param {import("../../state/acts.js").Asking} asking */
  const act = (words, asking) => h("button", { type: "button", class: "btn small", onclick: () => (dialog.close(), void desk.send(asking)) }, words);
  const rows = (staff?.nominees ?? []).map((each) =>
    h("tr", {}, h("th", { scope: "row" }, each.name), h("td", {}, t("nominee.for", { patron: each.patron })), h("td", {}, h("div", { class: "btnrow" }, each.approved ? null : act(t("nominee.approve"), { request: "approve-nominee", by: desk.by, nominee: each.name }), each.announced ? null : act(t("nominee.announce"), { request: "announce-nominee", by: desk.by, nominee: each.name }), act(t("nominee.end"), { request: "end-nominee", by: desk.by, nominee: each.name })))),
  );
  const bars = ["wagers", "cards"].map((what) => h("div", { class: "btnrow" }, h("span", {}, t(`nominee.${what}`)), act(t("nominee.bar"), { request: "bar-nominees", by: desk.by, what }), act(t("nominee.lift"), { request: "bar-nominees", by: desk.by, what, lift: true })));
  dialog = openDialog(t("act.nominees"), rows.length ? h("table", { class: "data" }, h("tbody", {}, rows)) : h("p", {}, t("nominee.none")), h("section", { class: "stack" }, h("h3", {}, t("nominee.order")), bars));
}
