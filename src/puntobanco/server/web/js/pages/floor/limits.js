// Other limits from the next coup on: all settings anew, with a reason.

import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { api } from "../../net/api.js";
import { ask, field } from "../staff/asking.js";
import { inWords } from "../staff/sending.js";
import { houseAct } from "./house.js";

const SHOWN = ["minimum", "maximum", "tie-minimum", "tie-maximum", "side-minimum", "side-maximum", "differential"];

/** @param {import("./desk.js").Desk} desk */
export async function changeLimits(desk) {
  /** @type {import("../../net/floor-types.js").TableSetup} */
  let setup;
  try {
    setup = await api.get(`/api/tables/${encodeURIComponent(desk.name)}/setup`);
  } catch (error) {
    return desk.notice(inWords(error));
  }
  const body = await ask(t("act.limits"), (/** @type {(value: {settings: Record<string, string>, betting_seconds: number, reason: string}) => void} */ done) => {
    const names = [...new Set([...SHOWN, ...Object.keys(setup.settings)])];
    const fields = names.map((name) => field(t(`setting.${SHOWN.includes(name) ? name : "other"}`, { name }), h("input", { class: "field", name, value: setup.settings[name] ?? "", autocomplete: "off", inputmode: SHOWN.includes(name) ? "decimal" : null })));
    const seconds = field(t("setting.seconds"), h("input", { class: "field", type: "number", min: 0, max: 600, name: "betting-seconds", value: setup.betting_seconds }));
    const reason = field(t("case.reason"), h("input", { class: "field", name: "reason", required: true, maxlength: 200, autocomplete: "off" }));
    const form = h("form", { class: "form" }, h("p", { class: "soft" }, t("act.limits-why")), h("div", { class: "limits" }, fields, seconds), reason, h("div", { class: "btnrow" }, h("button", { class: "btn primary", type: "submit" }, t("act.limits-do"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const read = new FormData(form);
      const settings = Object.fromEntries(names.map((name) => [name, String(read.get(name) ?? "").trim()]).filter(([, value]) => value));
      done({ settings, betting_seconds: Number(read.get("betting-seconds")), reason: String(read.get("reason")) });
    });
    return [form];
  });
  if (body) await houseAct(desk, "", body, "patch");
}
