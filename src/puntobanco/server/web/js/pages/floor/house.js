// What the house does with a table, as its desk asks for it.

import { t } from "../../i18n/index.js";
import { newId } from "../../lib/id.js";
import { api, sentenceOf } from "../../net/api.js";

/** What was done, by its address. @type {Readonly<Record<string, string>>} */
const DONE = { "/stop": "done.stop", "/release": "done.release", "/close": "done.close", "/open": "done.open", "": "done.limits", "/watch": "done.watch" };

/** @param {import("./desk.js").Desk} desk @param {string} path @param {object} body @param {"post" | "patch"} [how] */
export async function houseAct(desk, path, body, how = "post") {
  desk.notice("");
  try {
    await api[how](`/api/tables/${encodeURIComponent(desk.name)}${path}`, { id: newId(), ...body });
    desk.notice(t(DONE[path] ?? "act.done"));
  } catch (error) {
    desk.notice(sentenceOf(error));
  }
  desk.place.dispatchEvent(new CustomEvent("bac-changed", { bubbles: true }));
}
