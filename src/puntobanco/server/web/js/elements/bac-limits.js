// Minimum and maximum by group of wagers. data: {table}

import { listed, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { money } from "../lib/format.js";
import { fill, h } from "../lib/html.js";
import { limitGroups } from "../state/layout.js";
import { familyName } from "../view/words.js";

/** @extends {BacElement<{table: import("../types.js").TableForm}>} */
class BacLimits extends BacElement {
  render() {
    if (!this.data) return;
    const { table } = this.data;
    /** @param {number} units */
    const written = (units) => h("td", {}, money(units, table.digits, { short: true }));
    const rows = limitGroups(table.wagers).map((group) => {
      const names = [...new Set(group.wagers.map((wager) => familyName(wager)))];
      return h("tr", {}, h("th", { scope: "row" }, listed(names)), written(group.minimum), written(group.maximum));
    });
    const head = ["limits.title", "limits.minimum", "limits.maximum"].map((key) => h("th", { scope: "col" }, t(key)));
    fill(this, h("table", { class: "limits" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)));
  }
}

customElements.define("bac-limits", BacLimits);
