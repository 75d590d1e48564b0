// What the step that the table names needs from people: a face, a number, a set of cards. The step itself says what does it.

/** @typedef {import("../types.js").StepForm} StepForm @typedef {import("../types.js").TableForm} TableForm */
/** @typedef {{request: string, by: string, [field: string]: unknown}} Asking */
/** @typedef {{report: string, by: string, [field: string]: unknown}} Telling */
/** @typedef {{table: TableForm, by: string, card?: string, number?: number | null, cards?: Brought}} With */
/** @typedef {{cards: string, source: string, backs: string}} Brought a set of cards, as it came */

const TURNS = ["turn", "wait-turn"];
const MORE_SECONDS = 15;

/** More time for bets: the dealer asks for it, the floor gives it. @param {string} by @returns {Asking} */
export const moreTime = (by) => ({ request: "extend-betting", by, seconds: MORE_SECONDS });

/** Whether the step waits for a person who is not at this console. @param {StepForm} step */
export const waits = (step) => ["offer-cut", "offer-wait", "wait-turn", "choice-wait", "answer"].includes(step.act);

/** Whether doing the step needs the face of a card. @param {StepForm} step @param {TableForm} table */
export function wantsCard(step, table) {
  if (table.cards !== "physical") return false;
  return TURNS.includes(step.act) || (["deal", "burn"].includes(step.act) && step.face_up === true);
}

/** Whether a number is said with it that may be another than the one proposed. @param {StepForm} step */
export const wantsNumber = (step) => step.act === "prepare" && typeof valueOf(step) === "number";

/** What is proposed with a step of a preparation: cards from the end. @param {StepForm} step */
export const valueOf = (step) => /** @type {any} */ (step.request)?.value ?? null;

/** Where the card goes that is dealt, or the first that is turned. @param {StepForm} step */
export const slotOf = (step) => step.slots?.[0] ?? "";

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
 * The message of a step with what people add to it: a face, a number, a set of cards. Null where nothing can be done from here.
 * @param {StepForm} step
 * @param {With} how
 * @returns {Asking | Telling | null}
 */
export function filledIn(step, { table, by, card = "", number = null, cards }) {
  if (card) return TURNS.includes(step.act) ? { report: "card-was-turned", by, slot: slotOf(step), card } : { report: "card-left-shoe", by, card };
  if (step.act === "turn" && table.cards === "physical") return null; // each face is told
  const message = /** @type {Asking | Telling | null | undefined} */ (step.request ?? step.report);
  return message ? { ...message, by, ...(number === null ? {} : { value: number }), ...cards } : null;
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
  if (!doubt) return filledIn(step, { ...how, card });
  const told = { report: "card-left-shoe", by: how.by, card };
  return doubt === "face-down" ? { ...told, face_up: true } : told;
}
