// Who is at the table, with stakes, chips and what is owed. data: View. Attribute `collects`: with a button for what is owed.
// Tells `bac-collect` with the patron.

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
    const rows = staff.patrons.map((each) => {
      const staked = each.stakes.reduce((sum, stake) => sum + stake.amount, 0);
      const collect = () => this.tell("bac-collect", each.name);
      const due = each.owed && this.hasAttribute("collects") ? h("button", { type: "button", class: "link", onclick: collect }, t("patrons.collect", { amount: written(each.owed) })) : written(each.owed);
      const cells = [written(staked), written(each.rack), ...(owed ? [due] : [])];
      return h("tr", { class: each.present ? null : "muted" }, h("th", { scope: "row" }, each.place ?? "\u2013"), h("td", {}, each.name), cells.map((cell) => h("td", { class: "figure" }, cell)));
    });
    const heads = ["patrons.staked", "patrons.rack", ...(owed ? ["patrons.owed"] : [])];
    const head = h("tr", {}, h("th", { scope: "col" }, t("patrons.place")), h("th", { scope: "col" }, t("patrons.name")), heads.map((key) => h("th", { scope: "col", class: "figure" }, t(key))));
    const body = rows.length ? h("table", { class: "data" }, h("thead", {}, head), h("tbody", {}, rows)) : h("p", { class: "muted" }, t("patrons.none"));
    fill(this, h("div", { class: "patrons", tabindex: rows.length > 2 ? 0 : null, role: rows.length > 2 ? "group" : null, "aria-label": rows.length > 2 ? t("patrons.title") : null }, body));
  }
}

customElements.define("bac-patrons", BacPatrons);
