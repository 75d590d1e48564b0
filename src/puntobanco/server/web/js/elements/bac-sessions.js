// Where one is signed in, in a dialog; each place can be signed out. data: the sessions of GET /api/sessions

import { t } from "../i18n/index.js";
import { say } from "../lib/a11y.js";
import { BacElement } from "../lib/element.js";
import { dateTime } from "../lib/format.js";
import { fill, find, h, own } from "../lib/html.js";
import { api, ApiError, sentenceOf, signIn, signOut } from "../net/api.js";
import { openDialog } from "./bac-dialog.js";

/** @typedef {{session: string, began: number, active: number, address: string, is_this: boolean, is_device: boolean}} Place */

/** @extends {BacElement<readonly Place[]>} */
class BacSessions extends BacElement {
  render() {
    fill(this, h("p", {}, t("sessions.why")), h("ul", { class: "sessions" }, (this.data ?? []).map((place) => this.#place(place))), h("p", { class: "refusal", role: "alert", hidden: true }));
  }

  /** @param {Place} place */
  #place(place) {
    const words = place.is_this ? t("sessions.here") : place.is_device ? t("sessions.device") : t("sessions.elsewhere");
    const facts = [t("sessions.began", { time: dateTime(place.began) }), t("sessions.active", { time: dateTime(place.active) }), place.address && t("sessions.address", { address: place.address })];
    const end = h("button", { type: "button", class: "btn small", "aria-label": t("sessions.end-of", { time: dateTime(place.began) }), onclick: () => void this.#end(place) }, t("sessions.end"));
    return h("li", {}, h("b", {}, words), ...facts.map((fact) => (fact ? h("span", {}, fact) : null)), end);
  }

  /** @param {Place} place */
  async #end(place) {
    if (place.is_this) return signOut();
    try {
      await api.remove(`/api/sessions/${encodeURIComponent(place.session)}`);
      this.data = await places();
      say(t("sessions.ended"));
    } catch (error) {
      const wrong = find(".refusal", this);
      wrong.hidden = false;
      wrong.textContent = sentenceOf(error);
    }
  }
}

/** @returns {Promise<Place[]>} */
const places = async () => (await api.get("/api/sessions")).sessions;

/** Shows them; whose session has ended signs in again. */
export async function openSessions() {
  try {
    openDialog(t("sessions.title"), own("bac-sessions", await places()));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return signIn();
    openDialog(t("sessions.title"), h("p", {}, sentenceOf(error)));
  }
}

customElements.define("bac-sessions", BacSessions);
