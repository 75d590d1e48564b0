// What the floor can do at a table, by name: who may is decided by the house.

import { openDialog } from "../../elements/bac-dialog.js";
import "../../elements/bac-record.js";
import { t } from "../../i18n/index.js";
import { h, own } from "../../lib/html.js";
import { save } from "../../lib/save.js";
import { api } from "../../net/api.js";
import { moreTime } from "../../state/acts.js";
import { showAnswer } from "../../view/answers.js";
import { irregularityWords } from "../../view/steps.js";
import { askForm, choice, field, reasonField } from "../staff/asking.js";
import { askProcedure, askVoid } from "../staff/procedure.js";
import { houseAct } from "./house.js";
import { adoptEdition } from "./edition.js";
import { changeLimits } from "./limits.js";
import { nominees } from "./nominees.js";
import { watch } from "./watch.js";

/** @typedef {import("./desk.js").Desk} Desk @typedef {import("../../net/protocol.js").View} View */

/** @param {Desk} desk */
async function report(desk) {
  const procedures = desk.view.staff?.procedures ?? [];
  const options = procedures.map((each, at) => /** @type {const} */ ([each.irregularity, `${at + 1}  ${irregularityWords(each.irregularity, each.sentence)}`]));
  const fields = [field(t("trouble.title"), choice("irregularity", options))];
  const chosen = await askForm(t("act.report"), fields, t("act.next"), (given) => given.get("irregularity"));
  const procedure = procedures.find((each) => each.irregularity === chosen);
  if (procedure) await desk.send(await askProcedure(desk.view, procedure, desk.by));
}

/** Something that the house does for a reason in writing. @param {"stop" | "release" | "close" | "open"} act */
const forAReason = (act) => async (/** @type {Desk} */ desk) => {
  const title = t(`act.${act}`);
  const reason = await askForm(title, [h("p", { class: "soft" }, t(`act.${act}-why`)), reasonField()], title, (given) => String(given.get("reason")));
  if (reason) await houseAct(desk, `/${act}`, { reason });
};

/** @param {Desk} desk */
async function newCards(desk) {
  const title = t("act.new-cards");
  const reshuffle = h("label", { class: "check" }, h("input", { type: "checkbox", name: "reshuffle" }), t("act.reshuffle"));
  const fields = [h("p", { class: "soft" }, t("act.new-cards-why")), reshuffle, reasonField()];
  const given = await askForm(title, fields, title, (read) => ({ reshuffle: read.has("reshuffle"), reason: String(read.get("reason")) }));
  if (given) await desk.send({ request: "order-new-cards", by: desk.by, ...given });
}

/** @param {Desk} desk */
async function record(desk) {
  const { phase, table } = desk.view;
  const place = h("div", {});
  const coup = h("input", { class: "field", type: "number", min: 1, max: Math.max(1, phase.coup), value: Math.max(1, phase.coup), name: "coup" });
  const show = () =>
    showAnswer(place, api.get(`/api/tables/${encodeURIComponent(desk.name)}/coups/${Number(coup.value)}`), (read) => {
      const keep = h("button", { type: "button", class: "btn small", onclick: () => save(read, `record-${desk.name}-${read.coup}`) }, t("record.save"));
      return [own("bac-record", { record: read, table }), h("div", { class: "btnrow" }, keep)];
    });
  coup.addEventListener("change", () => void show());
  openDialog(t("act.record"), h("div", { class: "form" }, field(t("fact.coup"), coup)), place);
  await show();
}

/** By name: what it does, and when it is there. @type {readonly [string, (desk: Desk) => unknown, (view: View) => boolean][]} */
export const ACTS = [
  ["report", report, (view) => view.phase.stage !== "closed"],
  ["void", async (desk) => desk.send(await askVoid(desk.view, desk.by)), (view) => ["betting", "dealing", "resolved"].includes(view.phase.stage) && !view.phase.halted],
  ["record", record, (view) => view.phase.coup > 0],
  ["keep", (desk) => desk.send({ request: "keep-hand", by: desk.by, hand: desk.view.staff?.step.hand }), (view) => ["offer-wait", "grant-squeeze", "wait-turn"].includes(view.staff?.step.act ?? "")],
  ["more-time", (desk) => desk.send(moreTime(desk.by)), (view) => view.phase.closes_at !== null],
  ["reopen", (desk) => desk.send({ request: "reopen-betting", by: desk.by }), (view) => view.phase.stage === "dealing" && !view.hands.cards.length],
  ["new-cards", newCards, (view) => !["closed", "preparing"].includes(view.phase.stage)],
  ["nominees", nominees, (view) => view.table.nominees],
  ["limits", changeLimits, () => true],
  ["edition", adoptEdition, (view) => !["betting", "dealing"].includes(view.phase.stage)],
  ["watch", watch, () => true],
  ["close", forAReason("close"), (view) => !view.phase.closing],
  ["open", forAReason("open"), (view) => view.phase.closing],
  ["stop", forAReason("stop"), (view) => view.phase.stopped === ""],
  ["release", forAReason("release"), (view) => view.phase.stopped !== ""],
];
