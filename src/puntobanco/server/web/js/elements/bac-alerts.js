// Alerts: each stays until it is signed. data: {alerts, ruled}. Tells `bac-sign` with the alert, `bac-open` with its table.

import { has, spoken, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { clockTime } from "../lib/format.js";
import { fill, h } from "../lib/html.js";

/** @typedef {{alerts: readonly import("../types.js").AlertForm[], ruled?: readonly import("../types.js").FloorTableForm[]}} AlertsData */

/** @extends {BacElement<AlertsData>} */
class BacAlerts extends BacElement {
  render() {
    if (!this.data) return;
    const focused = this.contains(document.activeElement) ? document.activeElement?.getAttribute("data-alert") : null;
    const rows = this.data.alerts.map((each) => {
      const kind = has(`alert.${each.kind}`) ? t(`alert.${each.kind}`) : each.kind;
      const table = each.table ? h("button", { type: "button", class: "link", onclick: () => this.tell("bac-open", each.table) }, each.table) : "\u2013";
      return h("li", {}, h("b", {}, table), h("span", {}, spoken(each.said, each.sentence), h("small", {}, `${clockTime(each.raised_at)}, ${kind}`)), h("button", { type: "button", class: "btn small", "data-alert": each.alert, "aria-label": t("alert.sign-this", { table: each.table }), onclick: () => this.tell("bac-sign", each.alert) }, t("alert.sign")));
    });
    for (const each of this.data.ruled ?? []) {
      const table = h("button", { type: "button", class: "link", onclick: () => this.tell("bac-open", each.table) }, each.table);
      rows.push(h("li", {}, h("b", {}, table), h("span", {}, spoken(each.ruled_said, each.ruled), h("small", {}, `${clockTime(each.ruled_at ?? 0)}, ${t("alert.ruled", { coup: each.ruled_coup })}`))));
    }
    fill(this, h("h2", {}, t("alert.title"), h("small", {}, t("alert.stay"))), rows.length ? h("ol", {}, rows) : h("p", { class: "muted" }, t("alert.none")));
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(`[data-alert="${CSS.escape(focused)}"]`))?.focus();
  }
}

customElements.define("bac-alerts", BacAlerts);
