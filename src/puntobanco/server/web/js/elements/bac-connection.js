// Whether what is shown is live. data: "connecting" | "live" | "restarting" | "lost"

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h } from "../lib/html.js";

/** @extends {BacElement<"connecting" | "live" | "restarting" | "lost">} */
class BacConnection extends BacElement {
  render() {
    const state = this.data ?? "connecting";
    this.setAttribute("role", "status");
    fill(this, h("span", { class: `live ${state}`, title: t(`connection.${state}-why`) }, t(`connection.${state}`)));
  }
}

customElements.define("bac-connection", BacConnection);
