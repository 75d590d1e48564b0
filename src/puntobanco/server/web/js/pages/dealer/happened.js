// What happened that no step asks for: a card as it really came out, a card in a person's hands, cards loaded as they are, chips laid late.

import { t } from "../../i18n/index.js";
import { units } from "../../lib/format.js";
import { h } from "../../lib/html.js";
import { cardsIn } from "../../state/keypad.js";
import { checkWords } from "../../view/steps.js";
import { titleOf } from "../../view/words.js";
import { choice, field } from "../staff/asking.js";
import { askTelling } from "../staff/procedure.js";

/** @typedef {import("../../net/protocol.js").View} View @typedef {import("../../state/acts.js").Telling} Telling */

const SLOTS = ["P1", "B1", "P2", "B2", "P3", "B3"];

/** By key: whether it can have happened now, and the form that asks about it. @type {Readonly<Record<string, {can: (view: View) => boolean, asks: (view: View) => {content: import("../../lib/html.js").Child[], read: (given: FormData) => Record<string, unknown> | null, hint?: string}}>>} */
export const HAPPENED = Object.freeze({
  C: { can: () => true, asks: cameOut },
  H: { can: (view) => view.phase.stage === "dealing" && view.hands.cards.some((card) => card.slot), asks: handed },
  L: { can: (view) => view.phase.stage === "preparing" && view.staff?.step.act === "prepare", asks: loaded },
  S: { can: (view) => view.phase.stage === "dealing" && (view.staff?.patrons ?? []).length > 0, asks: laid },
});

/** The keys of what can have happened now; a random shoe deals by itself. @param {View} view */
export const canHaveHappened = (view) => (view.table.cards === "physical" ? Object.keys(HAPPENED).filter((key) => HAPPENED[key].can(view)) : []);

/**
 * The report of what happened. Null where it was left.
 * @param {string} key @param {View} view @param {string} by
 * @returns {Promise<Telling | null>}
 */
export function askHappened(key, view, by) {
  const { content, read, hint } = HAPPENED[key].asks(view);
  const readWithName = (/** @type {FormData} */ given) => {
    const told = read(given);
    return told && /** @type {Telling} */ ({ by, ...told });
  };
  return askTelling(t(`happened.${key}`), content, readWithName, hint);
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

/** Chips laid after the closing call: whose, where and how much. @param {View} view */
function laid(view) {
  const { wagers, digits, places, standing_area } = view.table;
  const patrons = (view.staff?.patrons ?? []).filter((each) => each.present);
  const first = patrons[0]?.place ?? (standing_area ? 0 : 1);
  const place = h("input", { class: "field", name: "place", type: "number", min: standing_area ? 0 : 1, max: places, value: first, required: true });
  const who = choice("patron", patrons.map((each) => [each.name, each.name]));
  who.addEventListener("change", () => {
    const seat = patrons.find((each) => each.name === /** @type {HTMLSelectElement} */ (who).value)?.place;
    if (seat) /** @type {HTMLInputElement} */ (place).value = String(seat);
  });
  const content = [
    field(t("happened.patron"), who),
    field(t("happened.wager"), choice("wager", wagers.map((each) => [each.name, titleOf(wagers, each.name)]))),
    field(t("happened.place"), place),
    field(t("happened.amount"), h("input", { class: "field", name: "amount", inputmode: "decimal", required: true, maxlength: 20, autocomplete: "off" })),
  ];
  return { content, read: (/** @type {FormData} */ given) => chipsTold(given, digits), hint: "form.amount" };
}

/** @param {FormData} given @param {number} digits */
function chipsTold(given, digits) {
  const amount = units(String(given.get("amount")), digits);
  if (!amount) return null;
  return { report: "chips-laid", patron: given.get("patron"), place: Number(given.get("place")), wager: given.get("wager"), amount };
}
