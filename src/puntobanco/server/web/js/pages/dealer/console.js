// What is being typed, and what each key does with it. The table says what is due; this only sends it.
// Tells: `change`, `notice` (a sentence or nothing), `refusal`, `floor`, `hand-over`, `happened` (its letter).

import { t } from "../../i18n/index.js";
import { isForField } from "../../lib/a11y.js";
import { settings } from "../../lib/settings.js";
import { actingAs, doubtOf, filledIn, reallyThere, wantsCard, wantsCards, wantsNumber } from "../../state/acts.js";
import { EarlyFaces } from "../../state/early.js";
import { cardOf, digits, NOTHING, press } from "../../state/keypad.js";
import { cardName } from "../../view/card.js";
import { postTitle } from "../../view/steps.js";
import { send } from "../staff/sending.js";
import { askProcedure, askVoid } from "../staff/procedure.js";
import { askDoubt, askSet } from "./dialogs.js";
import { isLive, sentBy, TELLS } from "./functions.js";
import { canHaveHappened } from "./happened.js";

/** @typedef {import("../../state/acts.js").Asking} Asking @typedef {import("../../state/acts.js").Telling} Telling */

export class Console extends EventTarget {
  typed = NOTHING;
  /** Digits of a procedure, a cut or a marker. */
  number = "";
  /** Whether the list of what can go wrong is open. */
  trouble = false;
  /** The place whose card is being put right. */
  correcting = "";
  /** What was sent last; a card that is typed meanwhile waits for it. @type {Promise<unknown> | null} */
  #sending = null;
  #at = "";
  #early = new EarlyFaces();
  /** Where the table was when something was sent last. */
  #sentAt = "";

  /** @param {import("../../net/socket.js").TableSocket} socket @param {import("../../state/store.js").Store} store */
  constructor(socket, store) {
    super();
    this.socket = socket;
    this.store = store;
  }

  get #view() {
    return this.store.view;
  }

  get #step() {
    return /** @type {import("../../types.js").StaffForm} */ (this.#view.staff).step;
  }

  /** The table has moved: what was typed for another step goes. */
  moved() {
    const at = JSON.stringify([this.#step.act, this.#step.slots, this.#step.request, this.#step.who, this.#view.phase.coup, this.#view.staff?.shoe_out]);
    if (at === this.#at) return;
    this.#at = at;
    const early = this.#early.typed(this.#step, this.#view.phase.coup);
    if (!this.#sending || early !== NOTHING) this.typed = early; // otherwise it is typed for the step that comes
    this.correcting = "";
    this.number = "";
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} rulings */
  keydown(event, rulings) {
    if (!settings.keys || isForField(event) || document.querySelector("dialog[open]") || !this.store.ready) return;
    const onButton = event.target instanceof HTMLElement && event.target.closest("button, summary, a");
    if (event.key === "Enter" && onButton) return; // it presses what has the focus
    if (this.#isAnswer(event.key, rulings)) return event.preventDefault();
    if (!/^(F([2-9]|10)|[0-9/*\-+shdclnratjqkSHDCLNRATJQK]|Enter|Backspace|Escape)$/.test(event.key)) return;
    event.preventDefault();
    this.press(event.key);
  }

  /** A number answers a question that is ours to answer. @param {string} key @param {any} rulings */
  #isAnswer(key, rulings) {
    if (this.trouble || !/^[1-9]$/.test(key) || Number(key) > rulings.offered.length) return false;
    rulings.choose(Number(key));
    return true;
  }

  /** @param {string} key */
  press(key) {
    if (!this.store.ready || !this.#view.staff) return;
    this.#tell("notice", "");
    this.#tell("refusal", null);
    if (key === "F9") this.#open(!this.trouble);
    else if (key === "Escape") this.#clear();
    else if (TELLS[key] && isLive(key.toUpperCase(), this.#view)) this.#tell(TELLS[key]);
    else if (/^F|^[+nr]$/i.test(key)) void this.#function(key);
    else if (this.trouble) this.#inTrouble(key);
    else if (key === "Enter") void this.#enter();
    else if (wantsNumber(this.#step) && /^\d$|^Backspace$/.test(key)) this.number = digits(this.number, key, 3);
    else if (key === "Backspace" && this.typed === NOTHING && !this.correcting) this.correctLast();
    else if (key === "Backspace" && this.typed === NOTHING) this.correcting = "";
    else if (this.#view.table.cards === "physical") this.typed = press(this.typed, key);
    else this.#tell("notice", t("dealer.random-right"));
    this.#tell("change");
  }

  #clear() {
    this.typed = NOTHING;
    this.number = this.correcting = "";
    this.trouble = false;
  }

  /** @param {boolean} open */
  #open(open) {
    this.#clear();
    this.trouble = open;
  }

  /** @param {string} key */
  #inTrouble(key) {
    if (key === "Enter" && this.number) return this.procedure(Number(this.number));
    if (canHaveHappened(this.#view).includes(key.toUpperCase())) return this.#tell("happened", key.toUpperCase());
    this.number = digits(this.number, key, 2);
  }

  /** The last card that lies face up is put right. */
  correctLast() {
    const last = this.#view.hands.cards.filter((card) => card.slot && card.card).at(-1);
    this.#open(false);
    if (this.#view.table.cards !== "physical") this.#tell("notice", t("dealer.random-right"));
    else if (last) this.correcting = last.slot;
    else this.#tell("notice", t("dealer.nothing-to-correct"));
    this.#tell("change");
  }

  /** @param {string} key */
  async #function(key) {
    if (!isLive(key, this.#view)) return this.#tell("notice", t("dealer.not-now", { key }));
    const sent = sentBy(key, this.#as("dealer"));
    if (sent) return this.send(sent);
    if (key === "F7") return this.send(await askVoid(this.#view, this.#as("dealer")));
    return this.#do();
  }

  async #enter() {
    const card = cardOf(this.typed);
    if (this.typed.rank && !card) return this.#tell("notice", t("dealer.suit-missing"));
    if (this.correcting) return this.#correct(card);
    if (!card) return this.#do();
    this.typed = NOTHING;
    await this.#sending;
    const doubt = doubtOf(card, this.#step, this.#view.table, this.#view.staff?.exhausted ?? []);
    if (!doubt) return this.#do(card);
    if (doubt === "face-down") return this.#dealEarly(card);
    if (await askDoubt(doubt, card, (this.#view.staff?.shoe_size ?? 0) / 52)) await this.send(reallyThere(card, this.#step, { table: this.#view.table, by: this.#as("dealer") }));
  }

  /** Deals a card face down; its face, typed already, waits until it is turned. @param {string} card */
  #dealEarly(card) {
    this.#early.keep(this.#step, card);
    this.#tell("notice", t("dealer.early", { card: cardName(card) }));
    return this.#do();
  }

  /** @param {string} card */
  async #correct(card) {
    if (!card) return this.#tell("notice", t("dealer.type-right"));
    const slot = this.correcting;
    this.#clear();
    await this.send({ report: "card-misread", by: this.#as("dealer"), slot, card });
  }

  /** Does the step. @param {string} [card] */
  async #do(card) {
    const step = this.#step;
    const { table } = this.#view;
    const by = this.#as(step.post || "dealer");
    if (!by) return this.#tell("notice", t("dealer.not-yours", { post: postTitle(step.post ?? "", table) }));
    if (wantsCard(step, table) && !card && step.act !== "wait-turn") return this.#tell("notice", t("dealer.type-card"));
    const cards = wantsCards(step, table) ? await askSet(step, this.#view.phase.shoe + 1) : undefined;
    if (cards === null) return;
    const number = wantsNumber(step) && this.number ? Number(this.number) : null;
    const message = filledIn(step, { table, by, card, number, cards });
    if (!message) return this.#tell("notice", t("dealer.waits"));
    await this.send(message);
  }

  /** A procedure by its number; nought is a card that was read wrongly. @param {number} number */
  procedure(number) {
    const procedures = this.#view.staff?.procedures ?? [];
    const chosen = procedures[number - 1];
    this.#open(false);
    if (number === 0) this.correctLast();
    else if (chosen) void askProcedure(this.#view, chosen, this.#as("dealer")).then((report) => this.send(report));
    else this.#tell("notice", t("trouble.unknown", { number, last: procedures.length }));
    this.#tell("change");
  }

  /** @param {string} post */
  #as(post) {
    return actingAs(post, this.store.viewer.acts_as, this.#view.table.posts);
  }

  /** @param {Asking | Telling | null} message */
  async send(message) {
    if (!message || (this.#sending && this.#sentAt === this.#at)) return; // a key that was pressed twice does nothing twice
    while (this.#sending) await this.#sending; // the table has moved, its answer is still on the way
    this.#sentAt = this.#at;
    this.number = "";
    this.#sending = send(this.socket, message, (refusal) => this.#tell("refusal", refusal), (words) => this.#tell("notice", words));
    await this.#sending;
    this.#sending = null;
    this.#tell("change");
  }

  /** @param {string} type @param {unknown} [detail] */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
