// Other limits from the next coup on: all settings anew, with a reason; and what they were before.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { dateTime, money, number } from "../../lib/format.js";
import { h, own } from "../../lib/html.js";
import { api, ApiError, sentenceOf } from "../../net/api.js";
import "../../elements/bac-limits.js";
import { settingWords } from "../../view/words.js";
import { ask, field, reasonField } from "../staff/asking.js";
import { houseAct } from "./house.js";

const SHOWN = ["minimum", "maximum", "tie-minimum", "tie-maximum", "side-minimum", "side-maximum", "differential"];

/** @param {import("./desk.js").Desk} desk */
export async function changeLimits(desk) {
  const at = `/api/tables/${encodeURIComponent(desk.name)}`;
  /** @type {import("../../types.js").HouseTableForm | null} */
  let setup;
  /** @type {import("../../types.js").WatchForm} */
  let watched;
  try {
    [setup, watched] = await Promise.all([api.get(`${at}/setup`).catch(forbidden), api.get(`${at}/watch`)]);
  } catch (error) {
    return desk.notice(sentenceOf(error));
  }
  const parts = [inForce(desk.view.table), history(watched.changes)];
  if (!setup) return void openDialog(t("act.limits"), h("p", { class: "soft" }, t("act.limits-others")), ...parts);
  const body = await limitsOf(setup, parts);
  if (body) await houseAct(desk, "", body, "patch");
}

/** A person who may not change the limits can still see the changes. @param {unknown} error */
function forbidden(error) {
  if (error instanceof ApiError && error.status === 403) return null;
  throw error;
}

/** What holds at the table now. @param {import("../../types.js").TableForm} table */
function inForce(table) {
  const { differential, digits, betting_seconds: seconds } = table;
  const gap = differential === null ? null : h("p", {}, t("payouts.differential", { amount: money(differential, digits, { short: true }) }));
  return h("section", {}, h("h3", {}, t("act.limits-now")), own("bac-limits", { table }), gap, seconds ? h("p", {}, `${t("setting.seconds")}: ${number(seconds)}`) : null);
}

/** Every change, the newest first: who, when, from what to what, and why. @param {import("../../types.js").WatchForm["changes"]} changes */
function history(changes) {
  const title = h("h3", {}, t("changes.title"));
  if (!changes.length) return h("section", {}, title, h("p", { class: "muted" }, t("changes.none")));
  const rows = changes.flatMap((change) =>
    change.changed.map((each, at) => h("tr", {}, h("td", { class: "muted" }, at ? "" : dateTime(change.changed_at)), h("td", {}, at ? "" : change.by), h("td", {}, settingWords(each.setting)), h("td", { class: "figure" }, each.before || t("changes.own")), h("td", { class: "figure" }, each.after || t("changes.own")), h("td", {}, at ? "" : change.reason))),
  );
  const heads = ["when", "who", "what", "from", "to", "why"].map((each) => h("th", { scope: "col" }, t(`changes.${each}`)));
  return h("section", {}, title, h("div", { class: "wide-scroll", tabindex: 0, role: "group", "aria-label": t("changes.title") }, h("table", { class: "data" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows))));
}

/** Asks for other limits. @param {import("../../types.js").HouseTableForm} setup @param {readonly HTMLElement[]} parts shown with the fields */
function limitsOf(setup, [now, earlier]) {
  return ask(t("act.limits"), (/** @type {(value: {settings: Record<string, string>, betting_seconds: number, reason: string}) => void} */ done) => {
    const names = [...new Set([...SHOWN, ...Object.keys(setup.settings)])];
    const fields = names.map((name) => field(settingWords(name), h("input", { class: "field", name, value: setup.settings[name] ?? "", autocomplete: "off", inputmode: SHOWN.includes(name) ? "decimal" : null })));
    const seconds = field(t("setting.seconds"), h("input", { class: "field", type: "number", min: 0, max: 600, name: "betting-seconds", value: setup.betting_seconds }));
    const form = h("form", { class: "form" }, h("p", { class: "soft" }, t("act.limits-why")), h("div", { class: "limit-fields" }, fields, seconds), reasonField(false), h("div", { class: "btnrow" }, h("button", { class: "btn primary", type: "submit" }, t("act.limits-do"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const read = new FormData(form);
      const settings = Object.fromEntries(names.map((name) => [name, String(read.get(name) ?? "").trim()]).filter(([, value]) => value));
      done({ settings, betting_seconds: Number(read.get("betting-seconds")), reason: String(read.get("reason")) });
    });
    return [now, form, earlier];
  });
}
