// Those who act for patrons: named at a patron's word, approved, announced, ended, barred.

import { openDialog } from "../../elements/bac-dialog.js";
import "../../elements/bac-refusal.js";
import { t } from "../../i18n/index.js";
import { fill, h, own } from "../../lib/html.js";
import { choice, field } from "../staff/asking.js";

/** @typedef {import("../../state/acts.js").Asking} Asking */

/** @param {import("./desk.js").Desk} desk */
export function nominees(desk) {
  const refusal = own("bac-refusal", undefined, { role: "alert" });
  /** @type {import("../../elements/bac-dialog.js").BacDialog} */
  let dialog;
  /** Sends it and closes; a refusal stays in the dialog. @param {Asking} asking */
  const send = async (asking) => (await desk.send(asking, refusal)) && dialog.close();
  /** @param {string} words @param {Asking} asking */
  const act = (words, asking) => h("button", { type: "button", class: "btn small", onclick: () => void send(asking) }, words);
  /** Ending takes the patron's word, or an order to act in person. @param {{name: string, patron: string}} nominee */
  const ending = ({ name, patron }) => {
    const asked = h("div", { class: "btnrow" });
    const end = { request: "end-nominee", by: desk.by, nominee: name };
    const question = () => fill(asked, h("span", {}, t("nominee.end-asked", { patron, nominee: name })), act(t("nominee.end-confirmed"), { ...end, confirmed: true }), act(t("nominee.end-ordered"), { ...end, confirmed: false }));
    fill(asked, h("button", { type: "button", class: "btn small", onclick: question }, t("nominee.end")));
    return asked;
  };
  const list = h("div", {});
  let drawn = "";
  /** Draws it again when it has changed while the dialog is open. */
  const draw = () => {
    const found = desk.view.staff?.nominees ?? [];
    if (drawn === (drawn = JSON.stringify(found)) && list.firstChild) return;
    const rows = found.map((each) =>
      h("tr", {}, h("th", { scope: "row" }, each.name), h("td", {}, t("nominee.for", { patron: each.patron })), h("td", {}, h("div", { class: "btnrow" }, each.approved ? null : act(t("nominee.approve"), { request: "approve-nominee", by: desk.by, nominee: each.name }), each.announced ? null : act(t("nominee.announce"), { request: "announce-nominee", by: desk.by, nominee: each.name }), ending(each)))),
    );
    fill(list, rows.length ? h("table", { class: "data" }, h("tbody", {}, rows)) : h("p", {}, t("nominee.none")));
  };
  desk.store.watch(["staff"], draw);
  const bars = ["wagers", "cards"].map((what) => h("div", { class: "btnrow" }, h("span", {}, t(`nominee.${what}`)), act(t("nominee.bar"), { request: "bar-nominees", by: desk.by, what }), act(t("nominee.lift"), { request: "bar-nominees", by: desk.by, what, lift: true })));
  dialog = openDialog(
    t("act.nominees"),
    list,
    refusal,
    naming(desk, send),
    h("section", { class: "stack" }, h("h3", {}, t("nominee.order")), bars),
  );
}

/** @param {import("./desk.js").Desk} desk @param {(asking: Asking) => Promise<unknown>} send */
function naming(desk, send) {
  const patrons = (desk.view.staff?.patrons ?? []).filter((each) => each.present);
  if (!patrons.length) return null;
  const whom = choice("patron", patrons.map((each) => [each.name, each.place ? `${each.place} \u00b7 ${each.name}` : each.name]));
  const who = h("input", { class: "field", name: "nominee", required: true, maxlength: 40, autocomplete: "off", spellcheck: "false" });
  const form = h("form", { class: "form" }, h("h3", {}, t("nominee.name")), h("p", { class: "soft" }, t("nominee.name-why")), field(t("nominee.patron"), whom), field(t("nominee.nominee"), who), h("div", { class: "btnrow" }, h("button", { class: "btn primary", type: "submit" }, t("nominee.name-do"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = new FormData(form);
    void send({ request: "name-nominee", by: desk.by, patron: String(given.get("patron")), nominee: String(given.get("nominee")).trim() });
  });
  return form;
}
