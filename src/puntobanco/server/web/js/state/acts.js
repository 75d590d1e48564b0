// From the step that the table names to the message that does it. What is due is never decided here.

/** @typedef {import("../types.js").StepForm} StepForm @typedef {import("../types.js").TableForm} TableForm */
/** @typedef {{request: string, by: string, [field: string]: unknown}} Asking */
/** @typedef {{report: string, by: string, [field: string]: unknown}} Telling */
/** @typedef {{table: TableForm, by: string, card?: string, number?: number | null, cards?: Brought}} With */
/** @typedef {{cards: string, source: string, backs: string}} Brought a set of cards, as it came */

const TURNS = ["turn", "wait-turn"];
const MORE_SECONDS = 15;

/** More time for bets: the dealer asks for it, the floor gives it. @param {string} by @returns {Asking} */
export const moreTime = (by) => ({ request: "extend-betting", by, seconds: MORE_SECONDS });

/** Whether the step waits for somebody who is not at this console. @param {StepForm} step */
export const waits = (step) => ["offer-cut", "offer-wait", "wait-turn", "choice-wait", "answer"].includes(step.act);

/** Whether doing the step needs the face of a card. @param {StepForm} step @param {TableForm} table */
export function wantsCard(step, table) {
  if (table.cards !== "physical") return false;
  return TURNS.includes(step.act) || (["deal", "burn"].includes(step.act) && step.face_up === true);
}

/** Whether a number is said with it that may be another than the one proposed. @param {StepForm} step */
export const wantsNumber = (step) => step.act === "prepare" && typeof step.value === "number";

/** Whether a set of cards is named with it. @param {StepForm} step @param {TableForm} table */
export const wantsCards = (step, table) => ["receive-cards", "end-shoe"].includes(step.act) && table.cards === "physical";

/**
 * The name under which one acts where a post must: that post's, or that of one above it; nothing where one may not.
 * @param {string} post
 * @param {readonly string[]} names under which this viewer acts
 * @param {Readonly<Record<string, string>>} posts the lowest first
 */
export function actingAs(post, names, posts) {
  if (names.includes(post)) return post;
  const ladder = Object.keys(posts);
  const least = Math.max(0, ladder.indexOf(post));
  return names.find((name) => ladder.indexOf(name) >= least) ?? "";
}

/**
 * The message that does a step; null where nothing can be done from here.
 * @param {StepForm} step
 * @param {With} how
 * @returns {Asking | Telling | null}
 */
export function messageFor(step, { table, by, card = "", number = null, cards }) {
  const hand = step.hand ?? "";
  const physical = table.cards === "physical";
  switch (step.act) {
    case "open-table":
      return { request: "open-table", by, notices: step.notices ?? [] };
    case "receive-cards":
    case "end-shoe":
      return { request: "receive-cards", by, decks: step.decks, ...(cards ?? { cards: "random", source: step.source, backs: "one" }) };
    case "prepare":
      return { request: "prepare", by, step: step.step, value: number ?? step.value ?? null };
    case "offer-cut": // no answer came, or he said no
      return { request: "decline-cut", by, patron: step.who };
    case "burn":
    case "deal":
      return card ? { report: "card-left-shoe", by, card } : { report: "card-left-shoe", by };
    case "turn":
      if (physical) return card ? { report: "card-was-turned", by, slot: step.slot, card } : null;
      return { request: "turn-hand", by, hand };
    case "wait-turn":
      if (card) return { report: "card-was-turned", by, slot: step.slot, card };
      return { request: "keep-hand", by, hand };
    case "grant-squeeze":
      return { request: "answer-patron", by, patron: step.who, what: "squeeze", hand, grant: true };
    case "offer-wait":
    case "keep-hand":
      return { request: "keep-hand", by, hand };
    case "marker":
      return { report: "marker-left-shoe", by };
    case "shoe-ran-dry":
      return { report: "shoe-ran-dry", by };
    case "pass-hand":
      return { request: "pass-hand", by, hand };
    case "announce-totals":
      return { report: "total-called", by, hand, total: step.player_total ?? step.banker_total };
    case "announce-result":
      return { report: "result-called", by, player_total: step.player_total, banker_total: step.banker_total, winner: step.winner };
    case "choice-wait":
      return { report: "choice-time-over", by };
    case "open-betting":
    case "close-betting":
    case "settle":
    case "close-table":
      return { request: step.act, by };
    default:
      return null;
  }
}

/**
 * Why a card that was typed cannot be what the step waits for; nothing where it can.
 * @param {string} card
 * @param {StepForm} step
 * @param {TableForm} table
 * @param {readonly string[]} exhausted
 * @returns {"" | "exhausted" | "face-down" | "not-due"}
 */
export function doubtOf(card, step, table, exhausted) {
  if (wantsCard(step, table)) return exhausted.includes(card) ? "exhausted" : "";
  return ["deal", "burn"].includes(step.act) ? "face-down" : "not-due";
}

/**
 * The report of a card that is really there although the step does not wait for it.
 * @param {string} card
 * @param {StepForm} step
 * @param {With} how
 * @returns {Asking | Telling | null}
 */
export function reallyThere(card, step, how) {
  const doubt = doubtOf(card, step, how.table, []);
  if (!doubt) return messageFor(step, { ...how, card });
  const told = { report: "card-left-shoe", by: how.by, card };
  return doubt === "face-down" ? { ...told, face_up: true } : told;
}
