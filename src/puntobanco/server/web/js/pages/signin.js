// Signing in, and a new password where the house asks for one.

import { LANGUAGES, speak, t, translate } from "../i18n/index.js";
import { fill, find, h, own } from "../lib/html.js";
import { choose, settings } from "../lib/settings.js";
import { api, sentenceOf } from "../net/api.js";
import "../elements/bac-card.js";

const signin = /** @type {HTMLFormElement} */ (find("#signin"));
const change = /** @type {HTMLFormElement} */ (find("#change"));

/** Where to go afterwards: only to a page of this house. */
function next() {
  const asked = new URLSearchParams(location.search).get("next") ?? "/";
  return asked.startsWith("/") && !asked.startsWith("//") && !asked.includes("\\") ? asked : "/";
}

/** @param {HTMLElement} place @param {unknown} error */
function complain(place, error) {
  place.textContent = sentenceOf(error);
}

signin.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(signin);
  find("#wrong").textContent = "";
  try {
    const session = await api.post("/api/session", { name: given.get("name"), password: given.get("password") });
    if (!session.must_change_password) return location.assign(next());
    /** @type {HTMLInputElement} */ (find("[name=name]", change)).value = String(given.get("name"));
    signin.hidden = true;
    change.hidden = false;
    find("[name=new]", change).focus();
  } catch (error) {
    complain(find("#wrong"), error);
    find("[name=password]", signin).focus();
  }
});

change.addEventListener("submit", async (event) => {
  event.preventDefault();
  find("#change-wrong").textContent = "";
  const given = new FormData(signin);
  const chosen = new FormData(change).get("new");
  try {
    await api.post("/api/session/password", { old: given.get("password"), new: chosen });
    await api.post("/api/session", { name: given.get("name"), password: chosen }); // a new password ends every session
    location.assign(next());
  } catch (error) {
    complain(find("#change-wrong"), error);
  }
});

find("#show").addEventListener("change", (event) => {
  const shown = /** @type {HTMLInputElement} */ (event.target).checked;
  /** @type {HTMLInputElement} */ (find("[name=password]", signin)).type = shown ? "text" : "password";
});

function choices() {
  const languages = Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === settings.language }, name));
  const light = settings.theme === "light";
  fill(
    find("#choices"),
    h("select", { class: "field", "aria-label": t("header.language"), onchange: (/** @type {any} */ event) => speak(event.target.value).then(choices) }, languages),
    h("button", { type: "button", class: "btn row", "aria-pressed": String(light), onclick: () => (choose({ theme: light ? "felt" : "light" }), choices()) }, t("theme.light")),
  );
}

fill(find(".emblem"), own("bac-card", { state: "up", card: "9h" }), own("bac-card", { state: "up", card: "Ks" }));
choices();
translate();
/** @type {HTMLButtonElement} */ (find("[type=submit]", signin)).disabled = false; // until here, the browser would have sent the form itself
