// What the console asks in a dialog. Each asks once and answers with a promise; null where it was left.

import { openDialog } from "../../elements/bac-dialog.js";
import { has, t } from "../../i18n/index.js";
import { clockTime } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { api, ApiError } from "../../net/api.js";
import { serverNow } from "../../net/clock.js";
import { cardsIn } from "../../state/keypad.js";
import { cardName } from "../../view/card.js";
import { irregularityWords } from "../../view/steps.js";
import { titleOf } from "../../view/words.js";

/** @typedef {import("../../net/protocol.js").View} View @typedef {import("../../state/acts.js").Telling} Telling */

/**
 * @template T
 * @param {string} title
 * @param {(done: (value: T) => void) => import("../../lib/html.js").Child[]} content
 * @returns {Promise<T | null>} null where it was left
 */
export function ask(title, content) {
  return new Promise((answer) => {
    /** @type {import("../../elements/bac-dialog.js").BacDialog} */
    let dialog;
    const done = (/** @type {T} */ value) => (answer(value), dialog.close());
    dialog = openDialog(title, ...content(done));
    dialog.querySelector("dialog")?.addEventListener("close", () => answer(null));
    /** @type {HTMLElement | null} */ (dialog.querySelector("[autofocus]"))?.focus();
  });
}

/**
 * Whether a card that cannot be was misread, or is real.
 * @param {"exhausted" | "face-down" | "not-due"} doubt @param {string} card @param {number} copies
 * @returns {Promise<boolean | null>}
 */
export function askDoubt(doubt, card, copies) {
  const slots = { card: cardName(card), copies };
  return ask(t("doubt.title"), (/** @type {(value: boolean) => void} */ done) => {
    const misread = h("button", { type: "button", class: "btn primary", autofocus: true, onclick: () => done(false) }, h("kbd", {}, "1"), t("doubt.misread"));
    const real = h("button", { type: "button", class: "btn danger", onclick: () => done(true) }, h("kbd", {}, "2"), t("doubt.real"));
    const body = h("div", { class: "form" }, h("p", {}, t(`doubt.${doubt}`, slots)), h("p", { class: "soft" }, t("doubt.follows")), h("div", { class: "btnrow" }, misread, real));
    body.addEventListener("keydown", (event) => (event.key === "1" ? done(false) : event.key === "2" ? done(true) : undefined));
    return [body];
  });
}

/**
 * The set of cards that came. Null where nothing came.
 * @param {import("../../types.js").StepForm} step @param {number} number
 * @returns {Promise<{cards: string, source: string, backs: string} | null>}
 */
export function askSet(step, number) {
  return ask(t("set.title"), (/** @type {(value: import("../../state/acts.js").Brought) => void} */ done) => {
    const form = h(
      "form",
      { class: "form" },
      h("p", { class: "soft" }, t("set.decks", { count: step.decks ?? 0 })),
      field(t("set.name"), h("input", { class: "field", name: "cards", value: `S${number}`, required: true, maxlength: 40, autocomplete: "off", autofocus: true })),
      field(t("set.source"), h("input", { class: "field", name: "source", value: step.source ?? "new", required: true, maxlength: 40, autocomplete: "off" })),
      field(t("set.backs"), h("input", { class: "field", name: "backs", value: number % 2 ? t("set.red") : t("set.blue"), required: true, maxlength: 40, autocomplete: "off" })),
      h("div", { class: "btnrow" }, h("button", { class: "btn primary", type: "submit" }, t("set.take"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = new FormData(form);
      done({ cards: String(given.get("cards")), source: String(given.get("source")), backs: String(given.get("backs")) });
    });
    return [form];
  });
}

/** @param {string} words @param {HTMLElement} control */
const field = (words, control) => h("label", {}, words, control);

/** @param {string} name @param {readonly (readonly [string, string])[]} options */
const choice = (name, options) => h("select", { class: "field", name, required: true }, options.map(([value, words]) => h("option", { value }, words)));

/**
 * What must be told of an irregularity. Null where it was left.
 * @param {View} view @param {import("../../types.js").ProcedureForm} procedure @param {string} by @param {string} note
 * @returns {Promise<Telling | null>}
 */
export function askProcedure(view, procedure, by, note) {
  const { staff, table, phase } = view;
  const together = procedure.irregularity === "drawn-together" && table.cards === "physical";
  return ask(irregularityWords(procedure.irregularity, procedure.sentence), (/** @type {(value: Telling) => void} */ done) => {
    const wrong = h("p", { class: "wrong", role: "alert" });
    const facts = procedure.facts.map((fact) => factQuestion(fact));
    const needs = procedure.needs.map((need) => {
      if (need === "patron") return field(t("procedure.patron"), choice("patron", (staff?.patrons ?? []).map((each) => [each.name, each.place ? `${each.place} \u00b7 ${each.name}` : each.name])));
      if (need === "place") return field(t("procedure.place"), choice("place", view.seats.seats.map((each) => [String(each.place), String(each.place)])));
      return field(t("procedure.wager"), choice("wager", table.wagers.map((each) => [each.name, titleOf(table.wagers, each.name)])));
    });
    const cards = together ? field(t("procedure.cards"), h("input", { class: "field", name: "cards", placeholder: "9h Ks ?", required: true, autocomplete: "off" })) : null;
    const words = field(t("procedure.note"), h("input", { class: "field", name: "note", value: note, maxlength: 200, autocomplete: "off" }));
    const send = h("button", { class: "btn primary", type: "submit" }, t("procedure.send"), h("kbd", {}, "Enter"));
    const form = h("form", { class: "form" }, h("p", { class: "soft" }, t("procedure.stops")), facts, needs, cards, words, wrong, h("div", { class: "btnrow" }, send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const read = reportOf(new FormData(form), procedure, by, together, phase.coup);
      if (read) done(read);
      else wrong.textContent = t("procedure.cards-wrong");
    });
    queueMicrotask(() => /** @type {HTMLElement | null} */ (form.querySelector("input, select, button"))?.focus());
    return [form];
  });
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

/** Calls the floor to the table. @param {string} table @param {(words: string) => void} told */
export async function callFloor(table, told) {
  const id = crypto.randomUUID();
  const sentence = await ask(t("call.title"), (/** @type {(value: string) => void} */ done) => {
    const form = h("form", { class: "form" }, h("p", { class: "soft" }, t("call.why")), field(t("call.sentence"), h("input", { class: "field", name: "sentence", value: t("call.plain"), required: true, maxlength: 200, autocomplete: "off", autofocus: true })), h("div", { class: "btnrow" }, h("button", { class: "btn primary", type: "submit" }, t("call.send"), h("kbd", {}, "Enter"))));
    form.addEventListener("submit", (event) => (event.preventDefault(), done(String(new FormData(form).get("sentence")))));
    return [form];
  });
  if (!sentence) return;
  try {
    await api.post(`/api/tables/${encodeURIComponent(table)}/call`, { id, sentence });
    told(t("call.sent", { time: clockTime(serverNow()) }));
  } catch (error) {
    told(error instanceof ApiError ? error.message : t("error.unreachable"));
  }
}

/**
 * One dealer goes, another comes: the first is signed out before the second signs in.
 * @param {string} table @param {{name: string, began?: number} | null} session @param {import("../../net/socket.js").TableSocket} socket
 */
export async function handOver(table, session, socket) {
  const since = session?.began ? clockTime(session.began) : "";
  const goes = await ask(t("change.title"), (/** @type {(value: boolean) => void} */ done) => [h("p", {}, t("change.who", { name: session?.name ?? "", time: since })), h("p", { class: "soft" }, t("change.why")), h("div", { class: "btnrow" }, h("button", { type: "button", class: "btn primary", autofocus: true, onclick: () => done(true) }, t("change.go")))]);
  if (!goes) return;
  socket.close();
  await api.remove("/api/session").catch(() => undefined);
  location.assign(`/signin?next=${encodeURIComponent(`/dealer/${table}`)}`);
}

/** The keys of this page. */
export function help() {
  const rows = ["ranks", "suits", "enter", "backspace", "functions", "trouble", "floor", "escape"].map((key) => h("tr", {}, h("th", { scope: "row" }, t(`help.key.${key}`)), h("td", {}, t(`help.does.${key}`))));
  const body = h("table", { class: "data" });
  fill(body, h("tbody", {}, rows));
  openDialog(t("help.keys"), body);
}
