// One's own hand to turn: peel an edge by dragging or arrows, or reveal at once. data: {squeeze}
// Tells `bac-turn` with the hand when its last card was opened or Reveal was pressed.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, own } from "../lib/html.js";
import { serverNow } from "../net/clock.js";
import { drawPeel } from "../view/peel.js";
import "./bac-card.js";

/** @typedef {import("../types.js").SqueezeForm} SqueezeForm @typedef {import("../view/peel.js").Edge} Edge */

const OPEN = 0.97;
const STEP = 0.08;
/** @type {Record<string, Edge>} */
const ARROWS = { ArrowUp: "bottom", ArrowDown: "top", ArrowLeft: "right", ArrowRight: "left" };

/** @extends {BacElement<{squeeze: SqueezeForm}>} */
class BacSqueeze extends BacElement {
  #at = 0;
  #hand = "";
  /** @type {{edge: Edge, depth: number, tilt: number}} */
  #peel = { edge: "bottom", depth: 0.36, tilt: 0.7 };
  /** @type {number | null} */
  #until = null;
  #whole = 0;
  #timer = 0;
  #told = false;

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("keydown", (event) => this.#key(event));
    this.#timer = setInterval(() => this.#tick(), 200);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  render() {
    const squeeze = this.data?.squeeze;
    if (!squeeze) return;
    const cards = this.#cards;
    const name = squeeze.hand + cards.map((each) => each.slot).join();
    if (name !== this.#hand) {
      this.#hand = name;
      this.#at = 0;
      this.#told = false;
      this.#peel = { edge: "bottom", depth: 0.36, tilt: 0.7 };
    }
    if (squeeze.until !== this.#until) {
      this.#until = squeeze.until;
      this.#whole = squeeze.until ? squeeze.until - serverNow() : 0;
    }
    this.className = "tray";
    const card = cards[this.#at];
    const words = card && squeeze.passed ? t("squeeze.hold", { slot: t(`slot.${card.slot}`) }) : t("squeeze.waiting", { side: t(`side.${squeeze.hand}`) });
    const opened = squeeze.cards.filter((each) => each.card && !cards.slice(this.#at).includes(each)).map((each) => own("bac-card", { state: "small", card: each.card }));
    fill(
      this,
      h("h2", {}, words),
      squeeze.passed && card?.card ? this.#handle(card) : h("div", { class: "peel-wait" }, own("bac-card", { state: "down", card: null, side: true })),
      h("div", { class: "limit", "aria-hidden": "true" }, h("i")),
      h("div", { class: "keys" }, opened.length ? h("span", { class: "minis" }, opened) : null, this.#how(squeeze.passed, card), h("span", { class: "t-gold left" }), squeeze.passed && !card?.card ? null : this.#button()),
    );
    this.#tick();
  }

  /** The cards still to be opened: those in one's hand, or those that lie face down. */
  get #cards() {
    const cards = this.data?.squeeze.cards ?? [];
    const held = cards.filter((each) => each.held_by === "you");
    return held.length ? held : cards.filter((each) => !each.card);
  }

  /** How the card in hand is opened: one of paper at the table itself. @param {boolean} passed @param {import("../types.js").CardForm | undefined} card */
  #how(passed, card) {
    if (!card || !passed) return null;
    if (!card.card) return h("span", {}, t("squeeze.paper"));
    return [h("span", { class: "wide-only" }, t("squeeze.peel"), ["\u2190", "\u2191", "\u2192", "\u2193"].map((key) => h("kbd", {}, key))), h("span", { class: "phone-only" }, t("squeeze.drag"))];
  }

  #button() {
    return h("button", { type: "button", class: "btn primary", disabled: !this.data?.squeeze.passed, onclick: () => this.#reveal() }, t("squeeze.reveal"));
  }

  /** @param {import("../types.js").CardForm} card */
  #handle(card) {
    const label = t("squeeze.edge", { slot: t(`slot.${card.slot}`), percent: Math.round(this.#peel.depth * 100) });
    const { edge, depth, tilt } = this.#peel;
    const drawing = drawPeel(card.card ?? "", edge, depth, tilt, label);
    const handle = h("div", { class: "peel-handle", tabindex: 0, role: "slider", "aria-label": label, "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(depth * 100) }, drawing);
    handle.addEventListener("pointerdown", (event) => this.#grab(event, handle));
    return handle;
  }

  /** Draws the bent card again without touching what has focus. */
  #redraw() {
    const handle = this.querySelector(".peel-handle");
    const card = this.#cards[this.#at];
    if (!handle || !card?.card) return;
    const { edge, depth, tilt } = this.#peel;
    handle.setAttribute("aria-valuenow", String(Math.round(depth * 100)));
    fill(handle, drawPeel(card.card, edge, depth, tilt, ""));
    if (depth >= OPEN) this.#next();
  }

  /** @param {PointerEvent} event @param {HTMLElement} handle */
  #grab(event, handle) {
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const box = handle.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const near = /** @type {[Edge, number][]} */ ([["bottom", 1 - y], ["top", y], ["left", x], ["right", 1 - x]]);
    const edge = near.sort((a, b) => a[1] - b[1])[0][0];
    const along = edge === "bottom" || edge === "top" ? x : y;
    const start = this.#peel.edge === edge ? this.#peel.depth : 0.1;
    /** @param {PointerEvent} to */
    const move = (to) => {
      const travel = { bottom: event.clientY - to.clientY, top: to.clientY - event.clientY, left: to.clientX - event.clientX, right: event.clientX - to.clientX }[edge];
      const room = edge === "bottom" || edge === "top" ? box.height : box.width;
      this.#peel = { edge, depth: Math.max(0, Math.min(1, start + (travel / room) * 1.2)), tilt: (0.5 - along) * (edge === "bottom" || edge === "left" ? 2 : -2) };
      this.#redraw();
    };
    handle.addEventListener("pointermove", move);
    const end = () => handle.removeEventListener("pointermove", move);
    handle.addEventListener("pointerup", end, { once: true });
    handle.addEventListener("pointercancel", end, { once: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.classList.contains("peel-handle")) return this.#reveal();
    const edge = ARROWS[event.key];
    if (!edge) return;
    event.preventDefault();
    const same = this.#peel.edge === edge;
    this.#peel = { edge, depth: Math.min(1, (same ? this.#peel.depth : 0.1) + STEP), tilt: 0.4 };
    this.#redraw();
  }

  #next() {
    const cards = this.#cards;
    if (this.#at + 1 >= cards.length) return this.#reveal();
    this.#at += 1;
    this.#peel = { edge: "bottom", depth: 0.36, tilt: 0.7 };
    this.render();
    /** @type {HTMLElement | null} */ (this.querySelector(".peel-handle"))?.focus();
  }

  /** The hand was not turned after all: it can be asked for again. */
  retry() {
    this.#told = false;
  }

  #reveal() {
    if (this.#told || !this.data?.squeeze.passed) return;
    this.#told = true;
    this.tell("bac-turn", this.data.squeeze.hand);
  }

  #tick() {
    const until = this.data?.squeeze.until;
    const left = this.querySelector(".left");
    const bar = /** @type {HTMLElement | null} */ (this.querySelector(".limit"));
    if (!left || !bar) return;
    bar.hidden = !until;
    const rest = until ? Math.max(0, until - serverNow()) : 0;
    left.textContent = until ? t("squeeze.left", { count: Math.ceil(rest / 1e6) }) : "";
    bar.style.setProperty("--left", String(this.#whole > 0 ? Math.min(1, rest / this.#whole) : 0));
  }
}

customElements.define("bac-squeeze", BacSqueeze);
