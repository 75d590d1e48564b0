// Who is at the table, with the hands they handle, stakes, chips, the Ante and what is owed. data: View. Attribute `collects`: with a button for what is owed, and for the stakes of one patron alone.
// Tells `bac-collect` and `bac-settle` with the patron.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money } from "../lib/format.js";
import { fill, h } from "../lib/html.js";

/** @extends {BacElement<import("../net/protocol.js").View>} */
class BacPatrons extends BacElement {
  render() {
    const staff = this.data?.staff;
    if (!this.data || !staff) return;
    const { digits } = this.data.table;
    /** @param {number} units */
    const written = (units) => money(units, digits, { short: true });
    const owed = staff.patrons.some((each) => each.owed);
    const antes = this.data.table.ante !== null;
    const { seats } = this.data.seats;
    const settling = this.hasAttribute("collects") && staff.step.act === "settle" && staff.patrons.filter((each) => each.stakes.length).length > 1;
    const rows = staff.patrons.map((each) => {
      const staked = each.stakes.reduce((sum, stake) => sum + stake.amount, 0);
      const collect = () => this.tell("bac-collect", each.name);
      const due = each.owed && this.hasAttribute("collects") ? h("button", { type: "button", class: "link", onclick: collect }, t("patrons.collect", { amount: written(each.owed) })) : written(each.owed);
      const settle = () => this.tell("bac-settle", each.name);
      const lying = staked && settling ? h("button", { type: "button", class: "link", "aria-label": `${t("patrons.settle")} ${each.name}: ${written(staked)}`, onclick: settle }, `${t("patrons.settle")} ${written(staked)}`) : written(staked);
      const ante = each.ante_due ? h("b", { class: "t-signal" }, t("patrons.ante-due", { amount: written(each.ante_due) })) : written(each.ante);
      const cells = [lying, ...(antes ? [ante] : []), written(each.rack), ...(owed ? [due] : [])];
      const handles = seats.find((seat) => each.place && seat.place === each.place)?.pucks ?? [];
      const pucks = handles.flatMap((hand) => [" ", h("span", { class: `puck ${hand}`, "aria-hidden": "true" }, t(`puck.${hand}`)), h("span", { class: "vh" }, t(`seat.puck.${hand}`))]);
      return h("tr", { class: each.present ? null : "muted" }, h("th", { scope: "row" }, each.place ?? "\u2013", pucks), h("td", {}, each.name), cells.map((cell) => h("td", { class: "figure" }, cell)));
    });
    const heads = ["patrons.staked", ...(antes ? ["wager.ante"] : []), "patrons.rack", ...(owed ? ["patrons.owed"] : [])];
    const head = h("tr", {}, h("th", { scope: "col" }, t("patrons.place")), h("th", { scope: "col" }, t("patrons.name")), heads.map((key) => h("th", { scope: "col", class: "figure" }, t(key))));
    const body = rows.length ? h("table", { class: "data" }, h("thead", {}, head), h("tbody", {}, rows)) : h("p", { class: "muted" }, t("patrons.none"));
    fill(this, h("div", { class: "patrons", tabindex: rows.length > 2 ? 0 : null, role: rows.length > 2 ? "group" : null, "aria-label": rows.length > 2 ? t("patrons.title") : null }, body));
  }
}

customElements.define("bac-patrons", BacPatrons);
