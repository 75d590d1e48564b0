// Chips, the amount field and the acts on one's bets. data: RackData
// Tells `bac-chip` (units), `bac-act` (undo, clear, double, rebet, confirm; one that cannot be done says why), `bac-cage`, `bac-drop` ({wager, amount}).

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money, units } from "../lib/format.js";
import { fill, h, own } from "../lib/html.js";
import { drag } from "../view/drag.js";
import { icon } from "../view/icons.js";
import "./bac-chip.js";

/**
 * @typedef {object} RackData
 * @property {import("../types.js").TableForm} table
 * @property {import("../types.js").MeForm | undefined} me
 * @property {number} chosen the amount that a press lays
 * @property {number} pending
 * @property {boolean} open whether bets are taken
 * @property {string} locked the sentence while they are not
 * @property {Record<string, string>} why for each act: why it cannot be done now; empty where it can
 * @property {boolean} confirm whether chips wait for Confirm
 */

/** @type {Record<string, string>} */
const KEYS = { undo: "Z", clear: "C", double: "D", rebet: "R", confirm: "\u21b5" };

/** @extends {BacElement<RackData>} */
class BacRack extends BacElement {
  #purse = h("div", { class: "purse-wrap" });
  #chips = h("div", { class: "chips", role: "group" });
  #lock = h("p", { class: "lockword" });
  #amount = h("input", { class: "field amount", inputmode: "decimal", autocomplete: "off" });
  #acts = h("div", { class: "acts" });
  #why = h("p", { class: "act-why", role: "status" });
  #made = "";

  connectedCallback() {
    if (!this.contains(this.#purse)) {
      this.#amount.addEventListener("input", () => this.#typed());
      this.append(this.#purse, h("div", { class: "chip-row" }, this.#chips, this.#lock), h("div", { class: "act-row" }, this.#amount, this.#acts), this.#why);
    }
    super.connectedCallback();
  }

  render() {
    const data = this.data;
    if (!data) return;
    this.className = `rack${data.open ? "" : " is-locked"}`;
    this.#showPurse(data);
    const made = JSON.stringify([data.table.chips, data.table.digits, document.documentElement.lang]);
    if (made !== this.#made) this.#build(data, made);
    this.#chips.querySelectorAll("button").forEach((button) => {
      button.setAttribute("aria-pressed", String(Number(button.dataset.chip) === data.chosen));
      if (data.open) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    });
    this.#amount.disabled = !data.open;
    this.#lock.hidden = data.open;
    fill(this.#lock, icon("lock"), data.locked);
    this.#showActs(data);
    if (!Object.values(data.why).includes(this.#why.textContent ?? "")) this.#why.textContent = "";
  }

  /** @param {RackData} data @param {string} made */
  #build({ table }, made) {
    this.#made = made;
    this.#chips.setAttribute("aria-label", t("rack.chips"));
    this.#amount.placeholder = t("rack.amount");
    this.#amount.setAttribute("aria-label", t("rack.amount"));
    const buttons = table.chips.map((chip, at) => {
      const name = t("rack.chip", { amount: money(chip, table.digits, { short: true }) });
      const button = h("button", { type: "button", "data-chip": chip, onclick: () => this.#choose(chip) }, h("span", { class: "vh" }, name), own("bac-chip", { chip, chips: table.chips, digits: table.digits }, { "aria-hidden": "true" }), h("kbd", { class: "wide-only", "aria-hidden": "true" }, at + 1));
      drag(button, () => this.data?.open ?? false, (wager) => this.tell("bac-drop", { wager, amount: chip }));
      return button;
    });
    fill(this.#chips, buttons);
  }

  /** @param {number} chip */
  #choose(chip) {
    this.#amount.value = "";
    this.tell("bac-chip", chip);
  }

  #typed() {
    const digits = this.data?.table.digits ?? 0;
    const typed = units(this.#amount.value, digits);
    this.#amount.setAttribute("aria-invalid", String(this.#amount.value !== "" && !typed));
    if (typed) this.tell("bac-chip", typed);
  }

  /** @param {RackData} data */
  #showPurse({ me, table, pending }) {
    const { digits } = table;
    if (!me) return fill(this.#purse, h("p", { class: "soft" }, t("rack.watching")));
    const staked = pending ? t("rack.staked-pending", { amount: money(pending, digits) }) : t("rack.staked");
    fill(
      this.#purse,
      h("dl", { class: "purse" }, h("div", { class: "balance" }, h("dt", {}, t("rack.here")), h("dd", {}, money(me.rack, digits))), h("div", {}, h("dt", {}, staked), h("dd", {}, money(me.staked + pending, digits))), me.owed ? h("div", {}, h("dt", {}, t("rack.owed")), h("dd", {}, money(me.owed, digits))) : null),
      h("button", { type: "button", class: "btn small", onclick: () => this.tell("bac-cage") }, t("rack.cage")),
    );
  }

  /** @param {RackData} data */
  #showActs({ why, confirm }) {
    const focused = document.activeElement instanceof HTMLElement && this.#acts.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
    const names = confirm ? ["undo", "clear", "double", "rebet", "confirm"] : ["undo", "clear", "double", "rebet"];
    const buttons = names.map((act) => {
      const press = () => {
        this.#why.textContent = why[act] ?? "";
        if (!why[act]) this.tell("bac-act", act);
      };
      return h("button", { type: "button", class: `btn${act === "confirm" ? " primary" : ""}`, "data-act": act, "aria-disabled": why[act] ? "true" : null, title: why[act] || null, onclick: press }, t(`act.${act}`), h("kbd", { class: "wide-only", "aria-hidden": "true" }, KEYS[act]));
    });
    fill(this.#acts, buttons);
    this.#acts.classList.toggle("five", confirm);
    if (focused) /** @type {HTMLElement | null} */ (this.#acts.querySelector(`[data-act="${focused}"]`))?.focus();
  }
}

customElements.define("bac-rack", BacRack);
