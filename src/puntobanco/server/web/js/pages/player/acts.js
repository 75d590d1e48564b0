// What a patron asks of the table besides stakes, and why an act on their stakes cannot be done now.

import { refusedWords } from "../../elements/bac-layout.js";
import { t } from "../../i18n/index.js";
import { say } from "../../lib/a11y.js";
import { money } from "../../lib/format.js";
import { fill, find, h } from "../../lib/html.js";
import { mayBet } from "../../state/bets.js";
import { refusalSentence, titleOf } from "../../view/words.js";
import { timeUp } from "./session.js";

/** @typedef {import("../../state/store.js").Store} Store @typedef {import("../../state/bets.js").Bets} Bets */
/** @typedef {import("../../net/socket.js").TableSocket} TableSocket */

/**
 * Asks, and says aloud what was refused.
 * @param {TableSocket} socket
 * @param {Store} store
 * @param {{request: string, [field: string]: unknown}} body
 * @returns {Promise<{accepted: boolean, sentence: string, refusal: import("../../net/protocol.js").Refusal | null}>}
 */
export async function ask(socket, store, body) {
  const by = store.view.me?.name ?? store.viewer.name;
  try {
    const answer = await socket.request({ ...body, by });
    const sentence = answer.refusal ? refusalSentence(answer.refusal) : answer.approval ? t("reason.approval") : "";
    if (!answer.accepted) say(sentence, "assertive");
    return { accepted: answer.accepted, sentence, refusal: answer.refusal };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : t("reason.failed");
    say(sentence, "assertive");
    return { accepted: false, sentence, refusal: null };
  }
}

/** Whether bets are taken now. @param {Store} store */
export const isOpen = ({ view }) => mayBet(view);

/**
 * Why each act cannot be done, in a sentence; empty where it can.
 * @param {Store} store @param {Bets} bets
 * @returns {Record<string, string>}
 */
export function reasons(store, bets) {
  const { me, table } = store.view;
  const closed = !isOpen(store) ? t("act.closed") : !me?.present ? t("act.away") : "";
  const late = closed || timeUp();
  const stakes = me?.stakes ?? [];
  const lying = stakes.reduce((sum, each) => sum + each.amount, 0) + bets.waiting;
  const again = me?.last?.lines.reduce((sum, each) => sum + each.stake, 0) ?? 0;
  const free = (me?.rack ?? 0) - bets.waiting;
  /** Why so much more cannot lie on these spots. @param {readonly {place: number, wager: string}[]} spots @param {(lying: number, at: number) => number} after */
  const over = (spots, after) => {
    const found = spots.find((each, at) => {
      const { accepted, pending } = bets.onSpot(each.place, each.wager);
      return after(accepted + pending, at) > most(each.wager);
    });
    return found ? t("act.over-limit", { wager: titleOf(table.wagers, found.wager), amount: money(most(found.wager), table.digits, { short: true }) }) : "";
  };
  /** @param {string} wager */
  const most = (wager) => table.wagers.find((each) => each.name === wager)?.maximum ?? Infinity;
  const before = me?.last?.lines ?? [];
  return {
    undo: closed || (bets.undoable ? "" : t("act.nothing-laid")),
    clear: closed || (lying ? "" : t("act.nothing-laid")),
    double: late || (!lying ? t("act.nothing-laid") : lying > free ? t("act.no-chips") : over([...stakes, ...bets.pending], (lying) => 2 * lying)),
    rebet: late || (!again ? t("act.no-last") : again > free ? t("act.no-chips") : over(before, (lying, at) => lying + before[at].stake)),
    confirm: late || (bets.drafts.length ? "" : t("act.nothing-waits")),
  };
}

/** Says a refusal of a stake. @param {import("../../state/bets.js").Refused} refused @param {import("../../types.js").TableForm} table */
export const sayRefused = (refused, table) => say(`${refusedWords(refused, table)} ${refusalSentence(refused.refusal)}`, "assertive");

/**
 * What led to nothing is said; where no table was ever shown, nothing of one is drawn.
 * @param {Store} store
 * @param {string} words
 */
export function sayFailed(store, words) {
  document.body.classList.toggle("is-absent", !store.ready);
  fill(find("#failure"), words, !store.ready && [" \u00b7 ", h("a", { href: "/" }, t("page.lobby"))]);
}
