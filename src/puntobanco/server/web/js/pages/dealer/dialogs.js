// What the console asks in a dialog. Each asks once and answers with a promise; null where it was left.

import { openDialog } from "../../elements/bac-dialog.js";
import { t } from "../../i18n/index.js";
import { clockTime } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { newId } from "../../lib/id.js";
import { api, sentenceOf } from "../../net/api.js";
import { serverNow } from "../../net/clock.js";
import { cardName } from "../../view/card.js";
import { ask, askForm, field } from "../staff/asking.js";

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
  const proposed = /** @type {{decks: number, source: string}} */ (/** @type {unknown} */ (step.request));
  const values = { cards: `S${number}`, source: proposed.source ?? "new", backs: number % 2 ? t("set.red") : t("set.blue") };
  const labels = { cards: t("set.name"), source: t("set.source"), backs: t("set.backs") };
  const names = /** @type {const} */ (["cards", "source", "backs"]);
  const fields = names.map((name) => field(labels[name], h("input", { class: "field", name, value: values[name], required: true, maxlength: 40, autocomplete: "off", autofocus: name === "cards" })));
  return askForm(t("set.title"), [h("p", { class: "soft" }, t("set.decks", { count: proposed.decks })), ...fields], t("set.take"), (given) => ({ cards: String(given.get("cards")), source: String(given.get("source")), backs: String(given.get("backs")) }));
}

/** Calls the floor at once: the table stands still until it has answered. @param {string} table @param {(words: string) => void} told */
export async function callFloor(table, told) {
  try {
    await api.post(`/api/tables/${encodeURIComponent(table)}/call`, { id: newId(), sentence: t("call.plain") });
    told(t("call.sent", { time: clockTime(serverNow()) }));
  } catch (error) {
    told(sentenceOf(error));
  }
}

/** Says that one takes the dealing over, or hands it over: the house writes down who and when. @param {string} table @param {boolean} comes */
export const post = (table, comes) => api.post(`/api/tables/${encodeURIComponent(table)}/post`, { id: newId(), comes }).catch(() => undefined);

/**
 * One dealer goes, another comes: the first is signed out before the second signs in.
 * @param {string} table @param {{name: string, began?: number} | null} session @param {import("../../net/socket.js").TableSocket} socket
 */
export async function handOver(table, session, socket) {
  const since = session?.began ? clockTime(session.began) : "";
  const goes = await ask(t("change.title"), (/** @type {(value: boolean) => void} */ done) => [h("p", {}, t("change.who", { name: session?.name ?? "", time: since })), h("p", { class: "soft" }, t("change.why")), h("div", { class: "btnrow" }, h("button", { type: "button", class: "btn primary", autofocus: true, onclick: () => done(true) }, t("change.go")))]);
  if (!goes) return;
  socket.close();
  await post(table, false);
  await api.remove("/api/session").catch(() => undefined);
  location.assign(`/signin?next=${encodeURIComponent(`/dealer/${table}`)}`);
}

/** The keys of this page. */
export function help() {
  const rows = ["ranks", "suits", "enter", "backspace", "functions", "trouble", "floor", "more-time", "count", "replay", "escape"].map((key) => h("tr", {}, h("th", { scope: "row" }, t(`help.key.${key}`)), h("td", {}, t(`help.does.${key}`))));
  const body = h("table", { class: "data" });
  fill(body, h("tbody", {}, rows));
  openDialog(t("help.keys"), body);
}
