// What happened with the cards that no step asks for: a card as it really came out, a card in a person's hands, cards loaded as they are.

import { t } from "../../i18n/index.js";
import { h } from "../../lib/html.js";
import { cardsIn } from "../../state/keypad.js";
import { checkWords } from "../../view/steps.js";
import { ask, choice, field } from "../staff/asking.js";

/** @typedef {import("../../net/protocol.js").View} View @typedef {import("../../state/acts.js").Telling} Telling */

const SLOTS = ["P1", "B1", "P2", "B2", "P3", "B3"];

/** By key: whether it can have happened now, and the form that asks about it. @type {Readonly<Record<string, {can: (view: View) => boolean, asks: (view: View) => {content: import("../../lib/html.js").Child[], read: (given: FormData) => Record<string, unknown> | null}}>>} */
export const HAPPENED = Object.freeze({
  C: { can: () => true, asks: cameOut },
  H: { can: (view) => view.phase.stage === "dealing" && view.hands.cards.some((card) => card.slot), asks: handed },
  L: { can: (view) => view.phase.stage === "preparing" && view.staff?.step.act === "prepare", asks: loaded },
});

/** The keys of what can have happened now; a random shoe deals by itself. @param {View} view */
export const canHaveHappened = (view) => (view.table.cards === "physical" ? Object.keys(HAPPENED).filter((key) => HAPPENED[key].can(view)) : []);

/**
 * The report of what happened. Null where it was left.
 * @param {string} key @param {View} view @param {string} by
 * @returns {Promise<Telling | null>}
 */
export function askHappened(key, view, by) {
  return ask(t(`happened.${key}`), (/** @type {(value: Telling) => void} */ done) => {
    const { content, read } = HAPPENED[key].asks(view);
    const wrong = h("p", { class: "wrong", role: "alert" });
    const send = h("button", { class: "btn primary", type: "submit" }, t("procedure.send"), h("kbd", {}, "Enter"));
    const form = h("form", { class: "form" }, content, wrong, h("div", { class: "btnrow" }, send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const told = read(new FormData(form));
      if (told) done(/** @type {Telling} */ ({ by, ...told }));
      else wrong.textContent = t("procedure.cards-wrong");
    });
    queueMicrotask(() => /** @type {HTMLElement | null} */ (form.querySelector("input, select, button"))?.focus());
    return [form];
  });
}

/** A card as it left the shoe: its face or none, where it lies, and what shows that it is not of this set. */
function cameOut() {
  /** @type {(readonly [string, string])[]} */
  const places = [["", t("happened.where-due")], ...SLOTS.map((slot) => /** @type {const} */ ([slot, t(`slot.${slot}`)])), ["outside", t("happened.outside")]];
  const content = [
    field(t("happened.card"), h("input", { class: "field", name: "card", placeholder: "9h", required: true, maxlength: 3, autocomplete: "off" })),
    field(t("happened.where"), choice("into", places, false)),
    field(t("happened.face"), choice("face", [["", t("happened.face-usual")], ["up", t("happened.face-up")], ["down", t("happened.face-down")]], false)),
    field(t("happened.foreign"), h("input", { class: "field", name: "foreign", maxlength: 60, autocomplete: "off" })),
  ];
  return { content, read: cardTold };
}

/** @param {FormData} given */
function cardTold(given) {
  const cards = cardsIn(String(given.get("card")));
  if (cards?.length !== 1) return null;
  /** @type {Record<string, unknown>} */
  const told = { report: "card-left-shoe" };
  const [into, face, foreign] = ["into", "face", "foreign"].map((name) => String(given.get(name)).trim());
  if (cards[0]) told.card = cards[0];
  if (into === "outside") told.outside = true;
  else if (into) told.into = into;
  if (face) told.face_up = face === "up";
  if (foreign) told.foreign = foreign;
  return told;
}

/** A card in a person's hands, rightly or not. @param {View} view */
function handed(view) {
  const lying = SLOTS.filter((slot) => view.hands.cards.some((card) => card.slot === slot));
  const people = [...(view.staff?.patrons ?? []), ...(view.staff?.nominees ?? [])].map((each) => h("option", { value: each.name }));
  const content = [
    field(t("happened.which"), choice("slot", lying.map((slot) => [slot, t(`slot.${slot}`)]))),
    field(t("happened.to"), h("input", { class: "field", name: "to", list: "people-here", required: true, maxlength: 40, autocomplete: "off" })),
    h("datalist", { id: "people-here" }, people),
  ];
  return { content, read: (/** @type {FormData} */ given) => ({ report: "card-handed", slot: given.get("slot"), to: String(given.get("to")).trim() }) };
}

/** The cards are in the shoe, whatever was left out before. @param {View} view */
function loaded(view) {
  const skipped = (view.staff?.checklist ?? []).filter((check) => !check.done && check.step !== "load");
  const content = skipped.length ? [h("p", {}, t("happened.skipped")), h("ul", {}, skipped.map((check) => h("li", {}, checkWords(check))))] : [h("p", {}, t("happened.all-done"))];
  return { content, read: () => ({ report: "cards-loaded" }) };
}
