// One deadline, the server's. data: {phase}. Attribute `form`: ring (default), number or bar.
// Tells `bac-seconds` with 10, 5 and 0 once each, for what is said aloud.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h, s } from "../lib/html.js";
import { serverNow } from "../net/clock.js";

/** @typedef {{phase: import("../types.js").PhaseForm}} CountdownData */

const RADIUS = 44;
const ROUND = 2 * Math.PI * RADIUS;
const SOON = 5;

/** @extends {BacElement<CountdownData>} */
class BacCountdown extends BacElement {
  #timer = 0;
  #said = Infinity;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  render() {
    clearInterval(this.#timer);
    this.#said = Infinity;
    this.#draw();
    if (this.data?.phase.stage === "betting" && this.data.phase.closes_at) this.#timer = setInterval(() => this.#draw(), 200);
  }

  #draw() {
    const phase = this.data?.phase;
    if (!phase) return;
    const open = phase.stage === "betting" && !phase.no_bet && !phase.halted && !phase.stopped;
    const left = open && phase.closes_at ? Math.max(0, (phase.closes_at - serverNow()) / 1e6) : null;
    const whole = phase.closes_at && phase.opened_at ? (phase.closes_at - phase.opened_at) / 1e6 : 0;
    const share = left !== null && whole > 0 ? Math.min(1, left / whole) : 0;
    const seconds = left === null ? null : Math.ceil(left);
    this.className = "countdown";
    this.dataset.state = seconds === null ? (open ? "open" : "closed") : seconds <= SOON ? "soon" : "running";
    this.#show(seconds, share, open);
    if (seconds !== null) this.#tellTime(seconds);
  }

  /** @param {number | null} seconds @param {number} share @param {boolean} open */
  #show(seconds, share, open) {
    const form = this.getAttribute("form") ?? "ring";
    if (form === "bar") {
      const left = this.querySelector("i") ?? this.appendChild(h("i"));
      left.style.setProperty("--left", String(share));
      return;
    }
    if (form === "number") return fill(this, seconds === null ? "" : String(seconds)); // the phase stands beside it
    const text = seconds === null ? t(open ? "phase.open-short" : "phase.closed-call") : String(seconds);
    const circle = { cx: 48, cy: 48, r: RADIUS };
    const ring = s("svg", { viewBox: "0 0 96 96", "aria-hidden": "true" }, s("circle", { class: "track", ...circle }));
    if (seconds) ring.append(s("circle", { class: "left", ...circle, "stroke-dasharray": `${(share * ROUND).toFixed(1)} ${ROUND.toFixed(1)}` }));
    fill(this, ring, h("b", {}, text));
    this.setAttribute("role", "timer");
    this.setAttribute("aria-label", seconds === null ? text : t("countdown.seconds", { count: seconds }));
  }

  /** @param {number} seconds */
  #tellTime(seconds) {
    for (const mark of [10, 5, 0])
      if (seconds <= mark && this.#said > mark && this.#said !== Infinity) this.tell("bac-seconds", mark);
    this.#said = seconds;
  }
}

customElements.define("bac-countdown", BacCountdown);
