// One's own chips between hand and table: drafts, those on their way, those refused. What is accepted is `me.stakes`.

import { newId } from "../lib/id.js";

/** @typedef {import("../types.js").MeForm} MeForm @typedef {import("../net/protocol.js").Refusal} Refusal */
/** @typedef {{id: string, act: number, place: number, wager: string, amount: number, reaches: number, sent: boolean, last: number | null, answered: Promise<void>}} Pending */
/** @typedef {{act: number, place: number, wager: string, amount: number}} Laid */
/** @typedef {{place: number, wager: string, amount: number, refusal: Refusal}} Refused */
/** @typedef {{sequence: number, request: (asked: any, id: string) => Promise<import("../net/protocol.js").Answer>}} Line */

/** Why chips are refused that came after the closing call. */
const LATE = "betting_closed";

/** Whether one's own stakes stayed after a stand-off: they may be changed before the next call. @param {import("../net/protocol.js").View} view */
const stayed = ({ phase, me }) => phase.stage === "resolved" && (me?.stakes.length ?? 0) > 0;

/** Whether bets are taken, or those that stayed may be changed. @param {import("../net/protocol.js").View} view */
export const mayBet = (view) => (view.phase.stage === "betting" || stayed(view)) && !view.phase.no_bet && !view.phase.halted && !view.phase.stopped;

export class Bets extends EventTarget {
  /** @type {Pending[]} */
  pending = [];
  /** @type {Refused[]} */
  refused = [];
  /** What was laid in this coup and taken, in order: for Undo. @type {Laid[]} */
  laid = [];
  /** Which press of a key or button chips came from: Undo takes back all of one. */
  #act = 0;
  #coup = 0;
  /** The sequence that the section `me` is of: it comes after what all viewers see. */
  #seen = 0;

  /** @param {Line} line @param {() => MeForm | undefined} me */
  constructor(line, me) {
    super();
    this.line = line;
    this.me = me;
  }

  /**
   * The section `me` or `phase` came: what is in it is no longer on its way.
   * @param {number} coup
   * @param {string} stage what was refused is told until betting closes; what came too late, until the cards are out
   * @param {boolean} own whether `me` is new
   */
  settleWith(coup, stage = "betting", own = false) {
    if (own || this.me()?.acts_for) this.#seen = this.line.sequence; // a nominee's bets are in the patron's section
    if (coup !== this.#coup) {
      this.#coup = coup;
      this.pending = this.pending.filter((each) => each.sent && each.last === null);
      this.refused = [];
      this.laid = [];
    }
    this.pending = this.pending.filter((each) => each.last === null || each.last > this.#seen);
    if (stage !== "betting") {
      this.refused = this.refused.filter((each) => stage === "dealing" && each.refusal.reason === LATE);
      this.pending = this.pending.filter((each) => each.sent);
    }
    this.#tell();
  }

  /** Chips that `me` does not show yet: it may hold a stake before the answer to its request comes. */
  get #onTheWay() {
    return this.pending.filter((each) => !each.sent || each.last !== null || this.accepted(each.place, each.wager) < each.reaches);
  }

  /** Chips not yet confirmed, for display. */
  get waiting() {
    return this.#onTheWay.reduce((sum, each) => sum + each.amount, 0);
  }

  get drafts() {
    return this.pending.filter((each) => !each.sent);
  }

  /** @param {number} place @param {string} wager */
  accepted(place, wager) {
    return this.me()?.stakes.find((each) => each.place === place && each.wager === wager)?.amount ?? 0;
  }

  /** @param {number} place @param {string} wager */
  onSpot(place, wager) {
    /** @param {{place: number, wager: string}} each */
    const here = (each) => each.place === place && each.wager === wager;
    const pending = this.#onTheWay.filter(here).reduce((sum, each) => sum + each.amount, 0);
    return { accepted: this.accepted(place, wager), pending, refused: this.refused.find(here) };
  }

  /** Chips on one spot, by one press. @param {number} place @param {string} wager @param {number} amount @param {boolean} now */
  lay(place, wager, amount, now) {
    this.#act += 1;
    this.#lay(place, wager, amount, now);
  }

  /** @param {number} place @param {string} wager @param {number} amount @param {boolean} now */
  #lay(place, wager, amount, now) {
    this.refused = this.refused.filter((each) => each.place !== place || each.wager !== wager);
    const { accepted, pending } = this.onSpot(place, wager);
    const reaches = accepted + pending + amount;
    const bet = { id: newId(), act: this.#act, place, wager, amount, reaches, sent: false, last: null, answered: Promise.resolve() };
    this.pending.push(bet);
    if (now) this.#send(bet);
    this.#tell();
  }

  /** Sends everything that waits for a confirmation. */
  confirm() {
    for (const bet of this.drafts) this.#send(bet);
    this.#tell();
  }

  /** Chips on their way that nothing has been heard of. */
  get #unanswered() {
    return this.pending.filter((each) => each.sent && each.last === null);
  }

  /** Whether there is anything to take back. */
  get undoable() {
    return this.laid.length + this.drafts.length + this.#unanswered.length > 0;
  }

  /** Takes back what the last press laid: chips not yet confirmed, or else those that were taken or are on their way. */
  async undo() {
    const draft = this.drafts.at(-1);
    if (draft) this.pending = this.pending.filter((each) => each.sent || each.act !== draft.act);
    else {
      const act = Math.max(0, ...[...this.laid, ...this.#unanswered].map((each) => each.act));
      await Promise.all(this.#unanswered.filter((each) => each.act === act).map((each) => each.answered));
      const back = this.laid.filter((each) => each.act === act);
      this.laid = this.laid.filter((each) => each.act !== act);
      await Promise.all(back.map(({ place, wager, amount }) => this.#take(place, wager, amount)));
    }
    this.#tell();
  }

  /** Takes everything back, what is on its way as well. */
  async clear() {
    this.pending = this.pending.filter((each) => each.sent);
    this.refused = [];
    this.#tell();
    await Promise.all(this.#unanswered.map((each) => each.answered));
    const spots = new Map([...(this.me()?.stakes ?? []), ...this.laid].map((each) => [`${each.place} ${each.wager}`, each]));
    this.laid = [];
    await Promise.all([...spots.values()].map((each) => this.#take(each.place, each.wager, null)));
  }

  /** As much again on every spot. @param {boolean} now */
  double(now) {
    const lying = [...(this.me()?.stakes ?? []), ...this.#onTheWay];
    this.#act += 1;
    for (const { place, wager, amount } of lying) this.#lay(place, wager, amount, now);
  }

  /** The stakes of the last coup once more. @param {boolean} now */
  rebet(now) {
    this.#act += 1;
    for (const line of this.me()?.last?.lines ?? []) this.#lay(line.place, line.wager, line.stake, now);
  }

  /** @param {Pending} bet */
  #send(bet) {
    bet.sent = true;
    bet.answered = this.#hear(bet);
  }

  /** @param {Pending} bet */
  async #hear(bet) {
    const { act, place, wager, amount } = bet;
    const coup = this.#coup;
    const answer = await this.#ask({ request: "place-stake", place, wager, amount }, bet.id);
    if (answer.accepted) {
      bet.last = answer.last ?? 0;
      if (coup === this.#coup) this.laid.push({ act, place, wager, amount });
    } else {
      this.pending = this.pending.filter((each) => each !== bet);
      this.refused = [...this.refused.filter((each) => each.place !== place || each.wager !== wager), { place, wager, amount, refusal: answer.refusal }];
    }
    this.settleWith(this.#coup);
    if (!answer.accepted) this.dispatchEvent(new CustomEvent("refused", { detail: this.refused.at(-1) }));
  }

  /** @param {number} place @param {string} wager @param {number | null} amount */
  async #take(place, wager, amount) {
    const answer = await this.#ask({ request: "take-stake", place, wager, amount }, newId());
    if (!answer.accepted) {
      const refused = { place, wager, amount: amount ?? this.accepted(place, wager), refusal: answer.refusal };
      this.refused.push(refused);
      this.dispatchEvent(new CustomEvent("refused", { detail: refused }));
    }
    this.#tell();
  }

  /**
   * @param {object} body @param {string} id
   * @returns {Promise<{accepted: true, last: number | null} | {accepted: false, refusal: Refusal}>}
   */
  async #ask(body, id) {
    const me = this.me();
    const patron = me?.acts_for || me?.name || "";
    try {
      const answer = await this.line.request({ ...body, by: me?.name ?? "", patron }, id);
      if (answer.accepted) return { accepted: true, last: answer.last };
      if (answer.refusal) return { accepted: false, refusal: answer.refusal };
      return { accepted: false, refusal: plain(answer.approval ? "approval" : "unknown") };
    } catch (error) {
      return { accepted: false, refusal: plain("failed", error instanceof Error ? error.message : "") };
    }
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("change"));
  }
}

/** @param {string} reason @param {string} [sentence] @returns {Refusal} */
const plain = (reason, sentence = "") => ({ reason, sentence, clauses: [], offending: null, acceptable: null });
