// Where the cards lie: both hands, the moment between them, and the sentence that explains them.
// data: {view, last, still}; the squeeze takes the middle when it is one's own.

import { listed, spoken, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money } from "../lib/format.js";
import { fill, h, own } from "../lib/html.js";
import { callWords, sentenceCase, signed, voidWords } from "../view/words.js";
import { clauseTags } from "./bac-clause.js";
import "./bac-countdown.js";
import "./bac-hand.js";
import "./bac-squeeze.js";

/**
 * @typedef {object} StageData
 * @property {import("../net/protocol.js").View} view
 * @property {import("../lib/last-coup.js").Kept | null} last the newest coup that has ended
 * @property {boolean} still no motion: a first snapshot
 */

/** @extends {BacElement<StageData>} */
class BacStage extends BacElement {
  #player = own("bac-hand", undefined);
  #banker = own("bac-hand", undefined);
  #phase = h("p", { class: "phase" });
  #countdown = own("bac-countdown", undefined);
  #then = h("p", { class: "then" });
  #moment = h("div", { class: "moment" }, this.#phase, this.#countdown, this.#then);
  #squeeze = own("bac-squeeze", undefined);
  #sentence = h("div", { class: "sentence", role: "status" });

  connectedCallback() {
    if (!this.firstChild) this.append(this.#player, this.#moment, this.#squeeze, this.#banker, this.#sentence);
    super.connectedCallback();
  }

  render() {
    const data = this.data;
    if (!data) return;
    const { table, phase, hands, me } = data.view;
    const squeeze = me?.squeeze ?? null;
    this.className = `stage${squeeze ? " squeezing" : ""}${table.turner === "patron" ? " face-down" : ""}`;
    this.#player.data = { hand: "player", cards: hands.cards, total: hands.player_total, next: hands.next_slot, still: data.still, note: note(data.view, "player") };
    this.#banker.data = { hand: "banker", cards: hands.cards, total: hands.banker_total, next: hands.next_slot, still: data.still, note: note(data.view, "banker") };
    this.#moment.hidden = squeeze !== null;
    this.#squeeze.hidden = squeeze === null;
    if (squeeze) this.#squeeze.data = { squeeze };
    const winner = phase.stage === "resolved" ? hands.outcome?.winner : undefined;
    this.#phase.className = winner ? `phase won t-${winner}` : "phase";
    this.#phase.textContent = winner ? t(`result.${winner}`) : phase.stage === "dealing" && !phase.halted ? "" : phaseWords(phase); // the ring says it
    this.#countdown.hidden = (phase.stage !== "betting" && phase.stage !== "dealing") || phase.halted || phase.stopped !== "";
    this.#countdown.data = { phase };
    this.#then.textContent = thenWords(phase);
    this.#then.classList.toggle("called", phase.calls.length > 0);
    fill(this.#sentence, sentence(data));
  }
}

/** @param {import("../net/protocol.js").View} view @param {"player" | "banker"} side */
function note({ hands }, side) {
  const outcome = hands.outcome;
  if (!outcome) return "";
  const words = [];
  if (outcome.natural && outcome.winner === side) words.push(t("natural"));
  if (outcome[`${side}_pair`]) words.push(t(`wager.${side}-pair`));
  return listed(words);
}

/** @param {import("../types.js").PhaseForm} phase */
export function phaseWords(phase) {
  if (phase.halted || phase.stopped) return t("phase.halted");
  if (phase.no_bet) return callWords(phase) || t("phase.no-bet");
  return t(`phase.${phase.voided ? "void" : phase.stage}`);
}

/** @param {import("../types.js").PhaseForm} phase */
function thenWords(phase) {
  if (phase.calls.length && !phase.no_bet) return callWords(phase);
  if (phase.last_coups !== null) return t("phase.last-coups", { count: phase.last_coups });
  if (phase.stage !== "betting" || phase.no_bet || phase.halted || phase.stopped) return "";
  return t(phase.closes_at ? "phase.then" : "phase.dealer-closes");
}

/** @param {{winner: string, player_total: number, banker_total: number}} outcome */
function winnerWords(outcome) {
  const { winner, player_total: player, banker_total: banker } = outcome;
  const [high, low] = winner === "banker" ? [banker, player] : [player, banker];
  return h("span", {}, h("b", { class: `t-${winner}` }, t(`result.${winner}`)), ` ${t("result.totals", { high, low })}`);
}

/** @param {StageData} data */
function ownNet({ view }, coup = 0) {
  const last = view.me?.last;
  if (!last || last.coup !== coup) return null;
  return h("span", {}, `${t(last.voided ? "result.voided" : "result.net")} `, h("b", {}, signed(last.net, view.table.digits)));
}

/** @param {StageData} data */
function sentence(data) {
  const { view, last } = data;
  const { hands, phase } = view;
  if (hands.voided) return view.me?.last?.voided && view.me.last.coup === phase.coup ? voided(view, view.me.last) : [h("span", { class: "tag signal" }, t("result.void"))];
  if (hands.outcome) return [reason(view, true), winnerWords(hands.outcome), ownNet(data, phase.coup)];
  if (hands.reasons.length) return [h("span", { class: "tag solid wide-only" }, t("phase.closed-call")), reason(view, false)];
  if (phase.stopped) return [h("span", {}, sentenceCase(phase.stopped))];
  const before = last?.hands.outcome;
  if (phase.stage === "betting" && last && before && !isNewer(view.me?.last, last)) {
    /** @param {string} letter */
    const minis = (letter) => h("span", { class: "minis" }, last.hands.cards.filter((each) => each.slot.startsWith(letter) && each.card).map((each) => own("bac-card", { state: "small", card: each.card })));
    return [h("span", { class: "wide-only" }, `${t("fact.coup")} ${last.coup}`), minis("P"), winnerWords(before), minis("B"), ownNet(data, last.coup)];
  }
  const void_ = phase.stage === "betting" && view.me?.last?.voided ? view.me.last : null;
  if (void_) return voided(view, void_);
  const line = sentenceCase(spoken(phase.said, phase.line));
  const earlier = phase.stage === "betting" ? view.me?.last?.coup : undefined;
  return [earlier === undefined ? h("span", {}, line) : null, earlier === undefined ? null : h("span", {}, `${t("fact.coup")} ${earlier}`), earlier === undefined ? null : ownNet(data, earlier)];
}

/** Whether one's own last coup was voided after the last one that was settled. @param {import("../types.js").OwnCoupForm | null | undefined} own_ @param {import("../lib/last-coup.js").Kept} last */
const isNewer = (own_, last) => Boolean(own_?.voided && own_.coup > last.coup);

/** A coup of one's own that was voided: why, under which clause, and what came back. @param {import("../net/protocol.js").View} view @param {import("../types.js").OwnCoupForm} own_ */
function voided({ table }, own_) {
  return [
    h("span", { class: "tag signal" }, t("result.void-coup", { coup: own_.coup })),
    h("span", {}, voidWords(own_, table.digits), " ", clauseTags(table.book, own_.clauses ?? [], 1)),
  ];
}

/** @param {import("../net/protocol.js").View} view @param {boolean} short */
function reason({ hands, table }, short) {
  const last = hands.reasons.at(-1);
  if (!last) return null;
  return h("span", { class: `why${short ? " wide-only" : ""}` }, spoken(last.said, last.sentence), " ", clauseTags(table.book, last.clauses, 1));
}

customElements.define("bac-stage", BacStage);
