// The places of the layout: which are taken, which is one's own, where one's chips go.
// data: {seats, table, me, place}. Tells `bac-take-place` (a number, or null to stand), `bac-bet-at`, `bac-leave`.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money } from "../lib/format.js";
import { fill, h } from "../lib/html.js";

/**
 * @typedef {object} SeatsData
 * @property {import("../types.js").SeatsForm} seats
 * @property {import("../types.js").TableForm} table
 * @property {import("../types.js").MeForm | undefined} me
 * @property {number} place
 */

/** @extends {BacElement<SeatsData>} */
class BacSeats extends BacElement {
  render() {
    if (!this.data) return;
    const { seats, table, me, place } = this.data;
    const focused = document.activeElement instanceof HTMLElement && this.contains(document.activeElement) ? document.activeElement.dataset.seat : undefined;
    const places = seats.seats.map((seat, at) => {
      const mine = me?.place === seat.place;
      const state = mine ? "mine" : seat.taken ? "taken" : "free";
      const amount = money(seat.staked, table.digits, { short: true });
      const label = [t(`seat.${state}`, { place: seat.place, amount }), seat.nominee ? t("seat.nominee") : "", ...(seat.pucks ?? []).map((hand) => t(`seat.puck.${hand}`))].filter(Boolean).join(". ");
      const press = () => this.tell(seat.taken || mine ? "bac-bet-at" : "bac-take-place", seat.place);
      const item = h("li", {}, h("button", { type: "button", class: `seat ${state}${seat.nominee ? " represented" : ""}`, "data-seat": seat.place, "aria-pressed": String(place === seat.place), "aria-label": label, title: label, onclick: press }, seat.place), (seat.pucks ?? []).map((hand) => h("span", { class: `puck ${hand}`, "aria-hidden": "true" }, t(`puck.${hand}`))));
      const middle = (seats.seats.length - 1) / 2;
      item.style.setProperty("--arc", String(middle ? ((at - middle) / middle) ** 2 : 0)); // how far it lies towards an end
      return item;
    });
    const standing = h("button", { type: "button", class: "btn small bare", "data-seat": "stand", onclick: () => this.tell("bac-take-place", null) }, t(me?.present ? "seat.stand" : "seat.join"));
    const leave = h("button", { type: "button", class: "btn small bare", "data-seat": "leave", onclick: () => this.tell("bac-leave") }, t("seat.leave"));
    this.className = "seats";
    this.dataset.shape = table.shape;
    fill(
      this,
      h("span", { class: "soft seats-word" }, t("seat.places")),
      h("ol", {}, places),
      table.standing_area && me?.present && me.place === null ? h("button", { type: "button", class: "btn small", "data-seat": "area", "aria-pressed": String(place === 0), onclick: () => this.tell("bac-bet-at", null) }, t("seat.area")) : null,
      me && !(me.present && me.place === null) ? standing : null,
      me?.present ? leave : null,
      h("span", { class: "muted wide-only crowdword" }, t("seat.crowd", { standing: seats.standing, watching: seats.watching })),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(`[data-seat="${focused}"]`))?.focus();
  }
}

customElements.define("bac-seats", BacSeats);
