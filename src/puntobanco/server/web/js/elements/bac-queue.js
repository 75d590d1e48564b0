// What waits for the floor, the oldest first, and for how long. data: {waits, now}. Tells `bac-open` with a table.

import { t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { duration } from "../lib/format.js";
import { fill, h } from "../lib/html.js";

/** @typedef {{table: string, title: string, words: string, since: number | null}} Wait since is null where nobody is waited for */
/** @extends {BacElement<{waits: readonly Wait[], now: number}>} */
class BacQueue extends BacElement {
  #drawn = "";

  render() {
    if (!this.data) return;
    const { waits, now } = this.data;
    const drawn = JSON.stringify([waits, document.documentElement.lang]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      const rows = waits.map((each) => h("li", {}, h("b", {}, each.table ? h("button", { type: "button", class: "link", onclick: () => this.tell("bac-open", each.table) }, each.title) : each.title), h("span", {}, each.words), h("span", { class: "waited" })));
      fill(this, h("ol", { class: "queue" }, rows));
    }
    this.querySelectorAll(".waited").forEach((place, at) => {
      const { since } = waits[at];
      place.textContent = since === null ? "" : t("floor.waited", { time: duration(Math.max(0, (now - since) / 1e6), true) });
    });
  }
}

customElements.define("bac-queue", BacQueue);
