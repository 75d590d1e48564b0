// A coup replayed event by event, as one viewer saw it: cards, money and words of that moment.

import { spoken, t } from "../../i18n/index.js";
import { clockTime, number } from "../../lib/format.js";
import { fill, find, h, own } from "../../lib/html.js";
import { api, sentenceOf } from "../../net/api.js";
import { pictures } from "../../view/evidence.js";
import { icon } from "../../view/icons.js";
import { sentenceCase } from "../../view/words.js";
import { clauseTags } from "../../elements/bac-clause.js";
import "../../elements/bac-hand.js";
import { moneySeen } from "./seen.js";

/** @typedef {import("../../types.js").ReplayForm} ReplayForm @typedef {import("../../net/protocol.js").View} View */

const PACE = 900;

/** Tells `step` with the sequence of the event that is shown. */
export class Replay extends EventTarget {
  /** @type {ReplayForm | null} */
  #form = null;
  #book = "";
  /** How often a coup was asked for: only the last answer is shown. */
  #asked = 0;
  #at = 0;
  #playing = 0;

  /** @param {HTMLElement} place */
  constructor(place) {
    super();
    this.place = place;
    document.addEventListener("bac-language", () => this.#frame());
    this.#frame();
  }

  /**
   * @param {string} table
   * @param {number} coup
   * @param {string} book
   * @param {number} [sequence] the event to stand at; the last one where it is not given
   * @param {string} [audience]
   */
  async open(table, coup, book, sequence = 0, audience = this.#form?.audience ?? "staff") {
    const known = this.#form?.patrons.includes(audience) || audience === "public" || audience === "staff";
    const eyes = known ? audience : "staff";
    this.#stop();
    const asked = (this.#asked += 1);
    const form = await api.get(`/api/audit/tables/${encodeURIComponent(table)}/coups/${coup}?audience=${encodeURIComponent(eyes)}`);
    if (asked !== this.#asked) return; // something else was asked for meanwhile
    this.#form = form;
    this.#book = book;
    const steps = this.#form?.steps ?? [];
    const found = sequence ? steps.findIndex((step) => step.sequence >= sequence) : -1;
    this.#at = found < 0 ? Math.max(0, steps.length - 1) : found;
    this.#frame();
  }

  /** Shows nothing of another table. @param {string} table */
  leave(table) {
    if (!this.#form || this.#form.table === table) return;
    this.#stop();
    this.#form = null;
    this.#frame();
  }

  /** Everything that was in view at the moment that is shown. @returns {View} */
  #view() {
    const steps = this.#form?.steps.slice(0, this.#at + 1) ?? [];
    return Object.assign({}, ...steps.map((step) => step.view));
  }

  #frame() {
    const form = this.#form;
    if (!form) return fill(this.place, h("h2", {}, t("audit.again-none")), h("p", { class: "soft" }, t("audit.again-how")));
    const eyes = ["public", "staff", ...form.patrons].map((name) => {
      const words = name === "public" || name === "staff" ? t(`audit.eyes.${name}`) : name;
      return h("button", { type: "button", "aria-pressed": String(name === form.audience), onclick: () => void this.#look(name) }, words);
    });
    const last = Math.max(0, form.steps.length - 1);
    const line = h("input", { type: "range", min: 0, max: last, value: this.#at, "aria-label": t("audit.step"), oninput: (/** @type {any} */ event) => this.#go(Number(event.target.value)) });
    /** @param {"back" | "play" | "on"} name @param {() => void} press */
    const key = (name, press) => h("button", { type: "button", "aria-label": t(`audit.${name}`), "data-key": name, onclick: press }, icon(name));
    const keys = [key("back", () => this.#go(this.#at - 1)), key("play", () => this.#play()), key("on", () => this.#go(this.#at + 1))];
    const turns = h("div", { class: "btnrow" }, this.#turn(-1), this.#turn(1));
    fill(
      this.place,
      h("header", {}, h("h2", {}, t("audit.again", { coup: number(form.coup), table: form.table })), turns),
      pictures(form.video, form.steps[0]?.time ?? 0, form.steps.at(-1)?.time ?? null),
      h("div", { class: "seen", role: "group", "aria-label": t("audit.eyes") }, eyes),
      h("div", { class: "again" }, own("bac-hand", undefined, { "data-hand": "player" }), own("bac-hand", undefined, { "data-hand": "banker" })),
      h("div", { class: "scrub" }, h("div", { class: "keys" }, keys), line, h("span", { class: "muted step" })),
      h("div", { class: "text", "aria-live": "polite" }),
      h("div", { class: "money" }),
      h("p", { class: "wrong", role: "alert" }),
    );
    this.#draw();
  }

  /** @param {1 | -1} by */
  #turn(by) {
    const words = t(by < 0 ? "audit.coup-before" : "audit.coup-after");
    return h("button", { type: "button", class: "btn small", onclick: () => void this.#other((this.#form?.coup ?? 1) + by) }, words);
  }

  /** @param {number} coup */
  async #other(coup) {
    const form = /** @type {ReplayForm} */ (this.#form);
    if (coup >= 1) await this.open(form.table, coup, this.#book).catch((error) => this.#complain(error));
  }

  /** @param {string} audience */
  async #look(audience) {
    const form = /** @type {ReplayForm} */ (this.#form);
    const here = form.steps[this.#at]?.sequence ?? 0;
    await this.open(form.table, form.coup, this.#book, here, audience).catch((error) => this.#complain(error));
  }

  /** @param {unknown} error */
  #complain(error) {
    find(".wrong", this.place).textContent = sentenceOf(error);
  }

  /** @param {number} at */
  #go(at) {
    const last = (this.#form?.steps.length ?? 1) - 1;
    this.#at = Math.max(0, Math.min(last, at));
    this.#draw();
    if (this.#at === last) this.#stop();
  }

  #play() {
    if (this.#playing) return this.#stop();
    if (this.#at === (this.#form?.steps.length ?? 1) - 1) this.#at = 0;
    this.#playing = setInterval(() => this.#go(this.#at + 1), PACE);
  }

  #stop() {
    clearInterval(this.#playing);
    this.#playing = 0;
  }

  #draw() {
    const form = /** @type {ReplayForm} */ (this.#form);
    const step = form.steps[this.#at];
    if (!step) return;
    this.dispatchEvent(new CustomEvent("step", { detail: step.sequence }));
    const { hands, table, ...rest } = this.#view();
    const notes = hands?.outcome ? t(`sign.won.${hands.outcome.winner}`) : "";
    for (const hand of /** @type {const} */ (["player", "banker"])) {
      const total = hand === "player" ? hands?.player_total : hands?.banker_total;
      /** @type {any} */ (find(`[data-hand=${hand}]`, this.place)).data = { hand, cards: hands?.cards ?? [], total: total ?? null, next: "", still: true, note: hands?.outcome?.winner === hand ? notes : "" };
    }
    /** @type {HTMLInputElement} */ (find("[type=range]", this.place)).value = String(this.#at);
    find(".step", this.place).textContent = t("audit.step-of", { step: this.#at + 1, steps: form.steps.length });
    const told = step.sentence ? h("p", {}, sentenceCase(spoken(step.said, step.sentence))) : h("p", { class: "muted" }, t("audit.not-told"));
    const head = h("div", { class: "when" }, h("span", { class: "mono" }, number(step.sequence)), h("span", {}, clockTime(step.time)), h("span", { class: "clauses" }, clauseTags(this.#book, step.clauses, 3)));
    const why = /card|total|result/.test(step.event) ? hands?.reasons?.at(-1) : undefined;
    fill(find(".text", this.place), head, told, why ? h("p", { class: "soft" }, sentenceCase(spoken(why.said, why.sentence))) : null);
    if (table) fill(find(".money", this.place), moneySeen({ table, ...rest }));
  }
}
