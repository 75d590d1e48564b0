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
  const surplus = canLie(view, procedure.irregularity);
  const together = procedure.irregularity === "drawn-together" && table.cards === "physical";
  const what = irregularityWords(procedure.irregularity, procedure.sentence);
  const named = phase.coup > 0 ? t("procedure.of-coup", { coup: phase.coup, what }) : what;
  const facts = procedure.facts.map((fact) => factQuestion(fact));
  const needs = procedure.needs.map((need) => {
    if (need === "patron") return field(t("procedure.patron"), choice("patron", (staff?.patrons ?? []).map((each) => [each.name, each.place ? `${each.place} \u00b7 ${each.name}` : each.name])));
    if (need === "place") return field(t("procedure.place"), choice("place", view.seats.seats.map((each) => [String(each.place), String(each.place)])));
    return field(t("procedure.wager"), choice("wager", table.wagers.map((each) => [each.name, titleOf(table.wagers, each.name)])));
  });
  const card = surplus ? field(t("procedure.card"), h("input", { class: "field", name: "card", placeholder: "9h", autocomplete: "off" })) : null;
  const cards = together ? field(t("procedure.cards"), h("input", { class: "field", name: "cards", placeholder: "9h Ks ?", required: true, autocomplete: "off" })) : null;
  const words = field(t("procedure.note"), h("input", { class: "field", name: "note", maxlength: 200, autocomplete: "off" }));
  const why = h("p", { class: "soft" }, t(title ? "act.void-why" : "procedure.stops"));
  return askTelling(title ?? named, [why, ...(surplus ? [] : facts), ...needs, card, cards, words], (given) => (surplus ? cardOut(given, by, procedure.irregularity) : reportOf(given, procedure, by, together, phase.coup)));
}

/**
 * A report, asked field by field. Null where it was left.
 * @param {string} title @param {import("../../lib/html.js").Child[]} content
 * @param {(given: FormData) => Telling | null} read null where something cannot be read
 * @param {string} hint the text that then says what would be right
 * @returns {Promise<Telling | null>}
 */
export function askTelling(title, content, read, hint = "procedure.cards-wrong") {
  return ask(title, (/** @type {(value: Telling) => void} */ done) => {
    const wrong = h("p", { class: "wrong", role: "alert" });
    const send = h("button", { class: "btn primary", type: "submit" }, t("procedure.send"), h("kbd", {}, "Enter"));
    const form = h("form", { class: "form" }, ...content, wrong, h("div", { class: "btnrow" }, send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const told = read(new FormData(form));
      if (told) done(told);
      else wrong.textContent = t(hint);
    });
    queueMicrotask(() => /** @type {HTMLElement | null} */ (form.querySelector("input, select, button"))?.focus());
    return [form];
  });
}

/** Whether the card itself can be reported: it left the shoe although none was due there. @param {View} view @param {string} irregularity */
function canLie({ table, phase, hands }, irregularity) {
  if (table.cards !== "physical") return false;
  if (irregularity === "surplus-third-to-player") return phase.stage === "dealing" && ["", "B3"].includes(hands.next_slot) && hands.cards.length > 3;
  return irregularity === "surplus-card" && !hands.next_slot && !["closed", "preparing"].includes(phase.stage);
}

/** A card that left the shoe; without a face it was not seen. @param {FormData} given @param {string} by @param {string} irregularity @returns {Telling | null} */
function cardOut(given, by, irregularity) {
  const written = String(given.get("card") ?? "").trim();
  const cards = written ? cardsIn(written) : [null];
  if (cards?.length !== 1) return null;
  const face = cards[0] ? { card: cards[0], face_up: true } : {};
  return { report: "card-left-shoe", by, ...face, ...(irregularity === "surplus-card" ? {} : { into: "P3" }) };
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
