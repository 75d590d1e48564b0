// What the table offers this patron now: a hand to handle, a hand to turn, the cards to cut. data: {me, asked}
// Tells `bac-offer` with the request to make.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { assign, fill, h } from "../lib/html.js";
import { serverNow } from "../net/clock.js";

/** @extends {BacElement<{me: import("../types.js").MeForm | undefined, size: number}>} */
class BacOffers extends BacElement {
  #timer = 0;
  /** How deep the patron would cut; what is chosen stays when the offer is drawn again. */
  #depth = h("input", { type: "range" });

  render() {
    const me = this.data?.me;
    if (!me?.may_cut) this.#depth.max = "";
    if (!me) return this.replaceChildren();
    const lines = [
      ...me.offered.map((hand) => this.#line(t("offer.hand", { side: t(`side.${hand}`) }), [["offer.take", { request: "answer-offer", hand, accept: true }], ["offer.decline", { request: "answer-offer", hand, accept: false }]])),
      ...me.may_squeeze.map((hand) => this.#line(t("offer.squeeze", { side: t(`side.${hand}`) }), [["offer.turn", { request: "ask-to-squeeze", hand }]])),
      me.may_cut ? this.#cut() : null,
    ];
    fill(this, lines);
    clearInterval(this.#timer);
    if (me.offered_until) this.#timer = setInterval(() => this.#tick(), 250);
    this.#tick();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  /** How long the hand is still on offer. */
  #tick() {
    const until = this.data?.me?.offered_until;
    const words = until ? t("offer.left", { count: Math.max(0, Math.ceil((until - serverNow()) / 1e6)) }) : "";
    for (const place of this.querySelectorAll(".left")) if (place.textContent !== words) place.textContent = words;
  }

  /** @param {string} words @param {[string, object][]} answers */
  #line(words, answers) {
    const buttons = answers.map(([key, request], at) => h("button", { type: "button", class: `btn small${at ? "" : " primary"}`, onclick: () => this.tell("bac-offer", request) }, t(key)));
    return h("div", { class: "offer" }, h("p", {}, words), h("span", { class: "t-gold left", role: "timer" }), h("div", { class: "btnrow" }, buttons));
  }

  #cut() {
    const size = this.data?.size ?? 416;
    const depth = this.#depth;
    if (Number(depth.max) !== size - 1) {
      assign(depth, { min: 1, max: size - 1 });
      depth.value = String(Math.round(size / 2));
    }
    assign(depth, { "aria-label": t("offer.depth") });
    const cut = () => this.tell("bac-offer", { request: "prepare", step: "cut", value: Number(depth.value) });
    const decline = () => this.tell("bac-offer", { request: "decline-cut" });
    const buttons = [
      h("button", { type: "button", class: "btn small primary", onclick: cut }, t("offer.cut")),
      h("button", { type: "button", class: "btn small", onclick: decline }, t("offer.decline")),
    ];
    return h("div", { class: "offer" }, h("p", {}, t("offer.may-cut")), depth, h("div", { class: "btnrow" }, buttons));
  }
}

customElements.define("bac-offers", BacOffers);
