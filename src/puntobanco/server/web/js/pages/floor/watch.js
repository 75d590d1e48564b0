// The alerts of a table by itself: which things alert, from where on, and where its pictures are.

import { t } from "../../i18n/index.js";
import { money, units } from "../../lib/format.js";
import { h } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { ask, field } from "../staff/asking.js";
import { houseAct } from "./house.js";

const MONEY = "large-bet";
/** The most of each that is not money. @type {Readonly<Record<string, number>>} */
const MOST = { differential: 100, "late-answer": 3600, undone: 100, typed: 500 };

/** @param {import("./desk.js").Desk} desk */
export async function watch(desk) {
  /** @type {import("../../types.js").WatchForm} */
  let now;
  try {
    now = await api.get(`/api/tables/${encodeURIComponent(desk.name)}/watch`);
  } catch (error) {
    return desk.notice(sentenceOf(error));
  }
  const { digits } = desk.view.table;
  const wrong = h("p", { class: "wrong", role: "alert" });
  const body = await ask(t("act.watch"), (/** @type {(value: {alerts: Record<string, number>, video: string}) => void} */ done) => {
    const fields = Object.entries(now.alerts).map(([kind, from]) => {
      const control = kind === MONEY ? h("input", { class: "field", name: kind, inputmode: "decimal", value: from ? money(from, digits) : "", autocomplete: "off" }) : h("input", { class: "field", name: kind, type: "number", min: 0, max: MOST[kind] ?? null, value: from || "", autocomplete: "off" });
      return field(t(`watch.${kind}`), control);
    });
    const video = field(t("watch.video"), h("input", { class: "field", name: "video", value: now.video, maxlength: 500, autocomplete: "off", placeholder: "https://" }));
    const form = h("form", { class: "form" }, h("p", { class: "soft" }, t("watch.why")), h("div", { class: "limits" }, fields), video, h("p", { class: "soft" }, t("watch.places")), wrong, h("div", { class: "btnrow" }, h("button", { class: "btn primary", type: "submit" }, t("watch.do"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const read = new FormData(form);
      const large = String(read.get(MONEY) ?? "").trim();
      const amount = large ? units(large, digits) : 0;
      if (amount === null) return (wrong.textContent = t("watch.no-amount"));
      const alerts = Object.fromEntries(Object.keys(now.alerts).map((kind) => [kind, kind === MONEY ? amount : Number(read.get(kind) || 0)]));
      return done({ alerts, video: String(read.get("video") ?? "").trim() });
    });
    return [form];
  });
  if (body) await houseAct(desk, "/watch", body);
}
