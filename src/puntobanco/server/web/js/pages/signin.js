// Signing in, and a new password where the house asks for one.

import { LANGUAGES, speak, t, translate } from "../i18n/index.js";
import { fill, find, h, own } from "../lib/html.js";
import { choose, settings } from "../lib/settings.js";
import { api, sentenceOf } from "../net/api.js";
import "../elements/bac-card.js";
import { takeSeat } from "./seat.js";

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

/**
 * Comes in without a name, then goes on.
 * @param {string} as `play` or `watch`
 * @param {() => Promise<string>} then where to go once inside
 */
async function comeIn(as, then) {
  find("#stranger-wrong").textContent = "";
  try {
    await api.post(`/api/strangers/${as}`);
    location.assign(await then());
  } catch (error) {
    complain(find("#stranger-wrong"), error);
  }
}

/** A guest is taken to a running table and handed chips, so that the next click is a bet. */
async function seat() {
  const asked = /^\/table\/([^/?]+)/.exec(next())?.[1];
  /** @type {import("../types.js").LobbyForm} */
  const { tables } = await api.get("/api/tables");
  const running = tables.filter((each) => each.pace === "clock" && !each.stopped && !each.halted);
  const table = tables.find((each) => each.table === asked) ?? running.find((each) => each.taken < each.places) ?? running[0];
  if (!table) return "/";
  await takeSeat(table.table);
  return `/table/${encodeURIComponent(table.table)}`;
}

/** Shows what this house offers to people who have not signed in. */
async function offerWays() {
  /** @type {{play: boolean, watch: boolean}} */
  const offered = await api.get("/api/strangers").catch(() => ({ play: false, watch: false }));
  find("#play").hidden = !offered.play;
  find("#watch").hidden = !offered.watch;
  find("#strangers").hidden = !offered.play && !offered.watch;
}

find("#play").addEventListener("click", () => void comeIn("play", seat));
find("#watch").addEventListener("click", () => void comeIn("watch", async () => next()));

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
void offerWays();
/** @type {HTMLButtonElement} */ (find("[type=submit]", signin)).disabled = false; // until here, the browser would have sent the form itself
