// The screen above a table: shows, asks nothing, and comes back by itself.
//
// A device opens /sign/T1#token=...; the token leaves the address bar at once and stays with this tab.

import { t } from "../i18n/index.js";
import { clockTime } from "../lib/format.js";
import { find } from "../lib/html.js";
import { actAsDevice, api, ApiError, isDevice } from "../net/api.js";
import { serverNow } from "../net/clock.js";
import { TableSocket } from "../net/socket.js";
import { Store } from "../state/store.js";
import "../elements/bac-countdown.js";
import "../elements/bac-road.js";
import { notice } from "./notice.js";
import { showAsks, showHead, showLimits, showResult, showTally } from "./sign/parts.js";

const KEY = "puntobanco-device";
const AGAIN = 15_000;
const ROADS = /** @type {const} */ (["bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig"]);
const WIDE = matchMedia("(min-aspect-ratio: 17/10)");

/** The token that came with the address, or before: never left where it can be read off the screen. */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    history.replaceState(null, "", location.pathname + location.search);
    sessionStorage.setItem(KEY, given);
  }
  const token = given ?? sessionStorage.getItem(KEY);
  if (token) actAsDevice(token);
}

/** After the house came back it may serve other files: then this page is an old one. */
async function renewIfOld() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) location.reload();
}

/** A stranger watches where the house allows it, and signs in elsewhere. */
async function comeIn() {
  if (isDevice()) return;
  try {
    await api.get("/api/session");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await api.post("/api/strangers/watch").catch(() => undefined);
  }
}

takeToken();
addEventListener("hashchange", () => location.reload());

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const socket = new TableSocket(table);
const store = new Store();

function columns() {
  for (const kind of ROADS) {
    const road = find(`bac-road[kind=${kind}]`);
    const wide = WIDE.matches ? 28 : 24;
    if (kind !== "bead_plate") road.setAttribute("columns", String(kind === "big_eye_boy" ? wide * 2 : wide));
  }
}

function drawRoads() {
  columns();
  for (const kind of ROADS) /** @type {any} */ (find(`bac-road[kind=${kind}]`)).data = { cells: store.view.roads[kind] };
}

function drawAll() {
  if (!store.ready) return;
  showHead(store.view);
  showResult(store.view);
  showTally(store.view);
  showAsks(store.view);
  showLimits(store.view);
  drawRoads();
}

store.watch(["table", "phase"], (view) => {
  document.body.classList.toggle("is-preparing", view.phase.stage === "preparing");
  showHead(view);
  showLimits(view);
  for (const each of document.querySelectorAll("bac-countdown")) /** @type {any} */ (each).data = { phase: view.phase };
});
store.watch(["hands", "phase", "roads"], showResult);
store.watch(["roads"], (view) => {
  showTally(view);
  showAsks(view);
  drawRoads();
});

socket.addEventListener("view", (event) => store.take(/** @type {CustomEvent} */ (event).detail));
socket.addEventListener("state", (event) => {
  const state = /** @type {CustomEvent} */ (event).detail;
  notice(state === "lost" ? t("sign.lost") : "");
  if (state === "live") void renewIfOld();
});
socket.addEventListener("failure", (event) => {
  notice(/** @type {CustomEvent<string>} */ (event).detail);
  setTimeout(() => socket.state !== "live" && socket.open(), AGAIN);
});
addEventListener("resize", drawAll);
document.addEventListener("bac-language", drawAll);
setInterval(() => {
  const clock = document.querySelector(".sign-clock");
  if (clock) clock.textContent = clockTime(serverNow()).slice(0, 5);
}, 1000);
document.addEventListener("visibilitychange", () => document.hidden || void navigator.wakeLock?.request("screen").catch(() => undefined));
void navigator.wakeLock?.request("screen").catch(() => undefined);
await comeIn();
await socket.open();
