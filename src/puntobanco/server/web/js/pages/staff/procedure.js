// What must be told of something that went wrong, asked field by field.

import { has, t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { cardsIn } from "../../state/keypad.js";
import { irregularityWords } from "../../view/steps.js";
import { titleOf } from "../../view/words.js";
import { ask, choice, field } from "./asking.js";

/** @typedef {import("../../net/protocol.js").View} View @typedef {import("../../state/acts.js").Telling} Telling */

/** Asks why a coup is to be void or corrected: the floor decides. @param {View} view @param {string} by @returns {Promise<Telling | null>} */
export async function askVoid(view, by) {
  const procedure = view.staff?.procedures.find((each) => each.irregularity === "other");
  return procedure ? askProcedure(view, procedure, by, t("act.void", { coup: view.phase.coup })) : null;
}

/**
 * What must be told of an irregularity. Null where it was left.
 * @param {View} view @param {import("../../types.js").ProcedureForm} procedure @param {string} by
 * @param {string} [title] where the irregularity's own name would not say it
 * @returns {Promise<Telling | null>}
 */
export function askProcedure(view, procedure, by, title) {
  const { staff, table, phase } = view;
  const surplus = isOut(view, procedure.irregularity);
  const together = procedure.irregularity === "drawn-together" && table.cards === "physical";
  const what = irregularityWords(procedure.irregularity, procedure.sentence);
  const named = phase.coup > 0 ? t("procedure.of-coup", { coup: phase.coup, what }) : what;
  return ask(title ?? named, (/** @type {(value: Telling) => void} */ done) => {
    const wrong = h("p", { class: "wrong", role: "alert" });
    const facts = procedure.facts.map((fact) => factQuestion(fact));
    const needs = procedure.needs.map((need) => {
      if (need === "patron") return field(t("procedure.patron"), choice("patron", (staff?.patrons ?? []).map((each) => [each.name, each.place ? `${each.place} \u00b7 ${each.name}` : each.name])));
      if (need === "place") return field(t("procedure.place"), choice("place", view.seats.seats.map((each) => [String(each.place), String(each.place)])));
      return field(t("procedure.wager"), choice("wager", table.wagers.map((each) => [each.name, titleOf(table.wagers, each.name)])));
    });
    const card = surplus ? field(t("procedure.card"), h("input", { class: "field", name: "card", placeholder: "9h", autocomplete: "off" })) : null;
    const cards = together ? field(t("procedure.cards"), h("input", { class: "field", name: "cards", placeholder: "9h Ks ?", required: true, autocomplete: "off" })) : null;
    const words = field(t("procedure.note"), h("input", { class: "field", name: "note", maxlength: 200, autocomplete: "off" }));
    const send = h("button", { class: "btn primary", type: "submit" }, t("procedure.send"), h("kbd", {}, "Enter"));
    const form = h("form", { class: "form" }, h("p", { class: "soft" }, t(title ? "act.void-why" : "procedure.stops")), surplus ? [] : facts, needs, card, cards, words, wrong, h("div", { class: "btnrow" }, send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = new FormData(form);
      const read = surplus ? cardOut(given, by) : reportOf(given, procedure, by, together, phase.coup);
      if (read) done(read);
      else wrong.textContent = t("procedure.cards-wrong");
    });
    queueMicrotask(() => /** @type {HTMLElement | null} */ (form.querySelector("input, select, button"))?.focus());
    return [form];
  });
}

/** Whether a card has left the shoe although none is due: then the card itself is reported. @param {View} view @param {string} irregularity */
function isOut({ staff, table, phase }, irregularity) {
  const due = ["deal", "burn", "turn", "wait-turn"].includes(staff?.step.act ?? "");
  return irregularity === "surplus-card" && table.cards === "physical" && !due && !["closed", "preparing"].includes(phase.stage);
}

/** A card that left the shoe; without a face it was not seen. @param {FormData} given @param {string} by @returns {Telling | null} */
function cardOut(given, by) {
  const written = String(given.get("card") ?? "").trim();
  const cards = written ? cardsIn(written) : [null];
  if (cards?.length !== 1) return null;
  return { report: "card-left-shoe", by, ...(cards[0] ? { card: cards[0] } : {}) };
}

/** @param {string} fact */
function factQuestion(fact) {
  const words = has(`fact.${fact}`) ? t(`fact.${fact}`) : fact;
  const options = ["", "yes", "no"].map((value) => h("label", { class: "check" }, h("input", { type: "radio", name: `fact-${fact}`, value, checked: value === "" }), t(value ? `answer.${value}` : "procedure.unknown")));
  return h("fieldset", { class: "facts-asked" }, h("legend", {}, words), options);
}

/** @param {FormData} given @param {import("../../types.js").ProcedureForm} procedure @param {string} by @param {boolean} together @param {number} coup @returns {Telling | null} */
function reportOf(given, procedure, by, together, coup) {
  /** @type {Record<string, boolean>} */
  const facts = {};
  for (const fact of procedure.facts) {
    const said = given.get(`fact-${fact}`);
    if (said) facts[fact] = said === "yes";
  }
  if (together) {
    const cards = cardsIn(String(given.get("cards") ?? ""));
    return cards ? { report: "cards-left-together", by, cards, ...("restorable" in facts ? { order_known: facts.restorable } : {}) } : null;
  }
  /** @type {Telling} */
  const report = { report: "noticed", by, irregularity: procedure.irregularity, facts, note: String(given.get("note") ?? "") };
  if (coup > 0) report.coup = coup;
  if (given.has("patron")) report.patron = given.get("patron");
  if (given.has("place")) report.place = Number(given.get("place"));
  if (given.has("wager")) report.wager = given.get("wager");
  return report;
}
