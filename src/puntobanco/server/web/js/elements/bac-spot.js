// A betting spot: one printed cell. data: SpotData. Tells `bac-place` with the wager's name when pressed.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money, number } from "../lib/format.js";
import { fill, h, own } from "../lib/html.js";
import { cellTitle, figures, payoffLabel, payoffShort, paysLine, paysText, pushLine, signed, wagerTitle } from "../view/words.js";
import "./bac-pile.js";

/**
 * @typedef {object} SpotData
 * @property {import("../types.js").WagerForm} wager
 * @property {import("../types.js").TableForm} table
 * @property {"main" | "pair" | "ladder" | "on"} form how much room the cell has
 * @property {"player" | "tie" | "banker"} side
 * @property {number} accepted what stands
 * @property {number} pending what is on its way or waits for a confirmation
 * @property {import("../state/bets.js").Refused} [refused]
 * @property {import("../types.js").SpotForm} [crowd] the whole table's money
 * @property {boolean} locked betting is closed
 * @property {{result: string, profit: number, stake: number} | null} [settled] how one's own stake ended
 * @property {boolean} [stays] a stand-off left one's own stake where it lies
 * @property {boolean} [won] the wager won, staked on or not
 * @property {string} [key] the key that presses it
 */

/** @extends {BacElement<SpotData>} */
class BacSpot extends BacElement {
  #button = h("button", { type: "button" });

  connectedCallback() {
    if (!this.contains(this.#button)) {
      this.#button.addEventListener("click", () => this.data && this.tell("bac-place", { wager: this.data.wager.name }));
      this.replaceChildren(this.#button);
    }
    super.connectedCallback();
  }

  render() {
    const data = this.data;
    if (!data) return;
    const form = data.form === "ladder" ? "pair ladder-cell" : data.form;
    this.dataset.wager = data.wager.name;
    this.#button.className = `spot ${form} ${data.side}`;
    this.#button.dataset.state = stateOf(data);
    if (data.locked) this.#button.setAttribute("aria-disabled", "true");
    else this.#button.removeAttribute("aria-disabled");
    const seen = data.form === "on" ? small(data) : data.form === "main" ? main(data) : pair(data);
    fill(this.#button, h("span", { class: "vh" }, spoken(data)), h("span", { class: "seen", "aria-hidden": "true" }, seen));
  }
}

/** @param {SpotData} data */
function stateOf(data) {
  if (data.settled) return { win: "won", push: "pushed", lose: "lost" }[data.settled.result] ?? "locked";
  if (data.won) return "won";
  if (data.refused) return "refused";
  if (data.locked) return "locked";
  if (data.pending) return "pending";
  return data.accepted ? "accepted" : "idle";
}

/** @param {SpotData} data */
function pile(data) {
  const { chips, digits } = data.table;
  const stake = data.settled?.stake ?? data.accepted;
  if (!stake && !data.pending && !data.refused) return null;
  if (data.pending) return own("bac-pile", { amount: data.accepted + data.pending, state: "pending", chips, digits });
  if (!stake && data.refused) return own("bac-pile", { amount: data.refused.amount, state: "refused", chips, digits });
  return own("bac-pile", { amount: stake, state: data.locked && !data.settled ? "locked" : "accepted", chips, digits });
}

/** @param {SpotData} data */
function verdict({ settled, stays, table }) {
  if (!settled) return stays ? h("span", { class: "verdict" }, t("verdict.stays")) : null;
  const amount = settled.result === "push" ? money(settled.stake, table.digits) : signed(settled.result === "win" ? settled.profit : -settled.stake, table.digits);
  return h("span", { class: "verdict" }, t(`verdict.${settled.result}`, { amount }));
}

/** @param {SpotData} data */
const crowdMoney = ({ crowd, table }) => (crowd?.amount ? money(crowd.amount, table.digits, { short: true }) : "");

/** @param {SpotData} data */
function main(data) {
  const shown = crowdMoney(data);
  const crowd = shown
    ? h("span", { class: "crowd" }, h("span", {}, `${t("spot.table")} `, h("b", {}, shown), h("span", { class: "wide-only" }, ` \u00b7 ${data.crowd?.share}%`)), h("span", {}, t("spot.bettors", { count: data.crowd?.patrons ?? 0 })))
    : h("span", { class: "crowd" });
  return [
    h("span", { class: "name" }, cellTitle(data.wager)),
    h("span", { class: "pays" }, figures(paysLine(data.wager)), data.wager.pushes.length ? h("span", { class: "stands-off" }, ` \u00b7 ${pushLine(data.wager)}`) : null),
    h("span", { class: "middle" }, pile(data), verdict(data)),
    crowd,
    data.key ? h("kbd", { class: "wide-only", "aria-hidden": "true" }, data.key) : null,
  ];
}

/** @param {SpotData} data */
function scale({ wager, form }) {
  const lines = [...wager.payoffs];
  if (lines.length < 2) return h("span", { class: "pays" }, figures(paysLine(wager)));
  const cells = lines.map((line) => h("span", {}, payoffShort(line.label), " ", h("b", {}, line.pays.replace(/ to 1$/, ""))));
  for (const label of wager.pushes) cells.push(h("span", { class: "stands-off" }, payoffShort(label), " ", h("b", {}, t("end.push"))));
  if (form !== "ladder") return h("span", { class: "scale" }, cells);
  const head = h("span", {}, t("ladder.by"), h("b", {}, t("ladder.pays")));
  const range = h("span", { class: "scale phone-only" }, paysText(`${lines.at(-1)?.pays.split(" ")[0]}\u2013${Math.max(...lines.map((line) => Number(line.pays.split(" ")[0])))} to 1`));
  return h("span", {}, h("span", { class: "scale ladder wide-only" }, head, cells), range);
}

/** @param {SpotData} data */
function pair(data) {
  const shown = crowdMoney(data);
  const crowd = shown && data.wager.payoffs.length < 2 ? h("span", { class: "wide-only" }, ` \u00b7 ${t("spot.table-small")} ${shown}`) : null;
  const lines = scale(data);
  if (crowd) lines.append(crowd);
  return [h("span", { class: "lines" }, h("span", { class: "name" }, cellTitle(data.wager)), lines), pile(data), verdict(data)];
}

/** @param {SpotData} data */
function small(data) {
  const pays = figures(paysText(data.wager.payoffs[0]?.pays ?? "")).map((part) => (typeof part === "string" ? h("i", {}, part) : part));
  return [
    h("span", { class: "which" }, data.wager.variant),
    pile(data),
    h("span", { class: "lines" }, h("span", { class: "pays" }, pays), h("span", { class: "crowd" }, crowdMoney(data))),
  ];
}

/** @param {SpotData} data */
function spoken(data) {
  const { wager, table, crowd, accepted, pending, settled } = data;
  const { digits } = table;
  const pays = wager.payoffs.length > 2 ? wager.payoffs.map((line) => `${payoffLabel(line.label)} ${paysText(line.pays)}`).join(", ") : paysLine(wager);
  const parts = [t("spot.spoken", { wager: wagerTitle(wager), pays: [pays, pushLine(wager)].filter(Boolean).join(", ") })];
  if (accepted) parts.push(t(data.locked ? "spot.stands" : "spot.accepted", { amount: money(accepted, digits, { short: true }) }));
  if (pending) parts.push(t("spot.pending", { amount: money(pending, digits, { short: true }) }));
  if (data.refused) parts.push(t("spot.refused", { amount: money(data.refused.amount, digits, { short: true }) }));
  if (settled) parts.push(t(`verdict.${settled.result}`, { amount: money(settled.result === "win" ? settled.profit : settled.stake, digits) }));
  if (data.stays) parts.push(t("verdict.stays"));
  if (crowd?.amount) parts.push(t("spot.crowd", { amount: money(crowd.amount, digits, { short: true }), count: number(crowd.patrons) }));
  return parts.join(" ");
}

customElements.define("bac-spot", BacSpot);
