// Who acts for this patron: named here, approved and announced by the floor.

import { openDialog } from "../../elements/bac-dialog.js";
import "../../elements/bac-refusal.js";
import { t } from "../../i18n/index.js";
import { h, own } from "../../lib/html.js";
import { ask } from "./acts.js";

/** @param {import("../../types.js").NomineeForm} nominee */
const standing = ({ approved, announced }) => t(announced ? "nominee.acts" : approved ? "nominee.approved" : "nominee.waits");

/** @param {{store: import("../../state/store.js").Store, socket: import("../../net/socket.js").TableSocket}} context */
export async function open({ store, socket }) {
  const { table, me } = store.view;
  const refusal = own("bac-refusal", undefined, { role: "alert" });
  const rows = (me?.nominees ?? []).map((each) => h("tr", {}, h("th", { scope: "row" }, each.name), h("td", {}, standing(each))));
  const who = h("input", { class: "field", name: "nominee", required: true, maxlength: 40, autocomplete: "off", spellcheck: "false" });
  const name = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await ask(socket, store, { request: "name-nominee", nominee: who.value.trim() });
    if (answer.accepted) return dialog.close();
    refusal.data = { what: t("dealer.refused"), refusal: answer.refusal ?? { reason: "", sentence: answer.sentence, clauses: [], offending: null, acceptable: null }, book: table.book, digits: table.digits };
  };
  const form = h("form", { class: "form", onsubmit: name }, h("label", {}, t("nominee.nominee"), who), h("div", { class: "btnrow" }, h("button", { class: "btn primary", type: "submit" }, t("nominee.name-do"))));
  const dialog = openDialog(t("nominee.mine"), h("p", { class: "soft" }, t("nominee.mine-why")), rows.length ? h("table", { class: "data" }, h("tbody", {}, rows)) : h("p", {}, t("nominee.nobody")), refusal, form);
  who.focus();
}
