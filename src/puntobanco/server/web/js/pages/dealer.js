// The dealer's console: one line that says what to do, keys that do it.

import { spoken, t, translate } from "../i18n/index.js";
import { clockTime, money, number } from "../lib/format.js";
import { fill, find, h } from "../lib/html.js";
import { calmly } from "../lib/press.js";
import { choose, settings } from "../lib/settings.js";
import { api, signIn, signOut } from "../net/api.js";
import { TableSocket } from "../net/socket.js";
import { Store } from "../state/store.js";
import { actingAs, slotOf, wantsCard } from "../state/acts.js";
import { bookName, courseOf, signed, titleOf } from "../view/words.js";
import "../elements/bac-case.js";
import "../elements/bac-checklist.js";
import "../elements/bac-differential.js";
import "../elements/bac-header.js";
import "../elements/bac-keypad.js";
import "../elements/bac-patrons.js";
import "../elements/bac-procedures.js";
import "../elements/bac-refusal.js";
import "../elements/bac-shoe.js";
import "../elements/bac-tape.js";
import "../elements/bac-todo.js";
import "../elements/bac-totals.js";
import { Console } from "./dealer/console.js";
import { callFloor, handOver, help, post } from "./dealer/dialogs.js";
import { functionKeys } from "./dealer/functions.js";
import { askHappened, canHaveHappened } from "./dealer/happened.js";
import { countShoe, replayHand } from "./dealer/lookup.js";
import { rolesAt, ways } from "./house.js";
import { notice } from "./notice.js";
import "./staff/clauses.js";

/** @typedef {HTMLElement & {data: any}} Own */
const name = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const socket = new TableSocket(name);
const store = new Store();
const desk = new Console(socket, store);
/** @param {string} id */
const part = (id) => /** @type {Own} */ (find(`#${id}`));
/** @type {import("../types.js").NewsForm[]} */
let told = [];
/** @type {import("./house.js").Who | null} */
let session = null;

const CALLS = new Set([
  "table-opened", "cards-received", "preparation-done", "cut-declined", "shoe-started", "betting-opened", "betting-closed", "betting-extended", "betting-reopened",
  "call-made", "card-corrected", "total-announced", "announcement-corrected", "result-announced", "coup-settled", "coup-voided", "marker-reached", "shoe-ended",
  "irregularity-found", "question-asked", "question-answered", "remedy-applied", "hand-passed", "hand-kept",
]);

function header() {
  const view = store.ready ? store.view : null;
  const since = session?.began ? ` ${t("dealer.since", { time: clockTime(session.began).slice(0, 5) })}` : "";
  const dealer = session ? session.name + since : "";
  /** @type {[string, string][]} */
  const facts = view ? [["", bookName(view.table)], ...courseOf(view.table, view.phase), [t("fact.dealer"), dealer]] : [];
  part("bar").data = { title: view?.table.title ?? name, facts, name: session?.name, connection: socket.state, links: session ? ways(rolesAt(session)) : [], shown: 0 };
  document.title = `${view?.table.title ?? name} \u00b7 ${t("fact.dealer")}`;
}

/** @param {import("../net/protocol.js").View} view */
function work(view) {
  const { staff, phase, hands, table } = view;
  if (!staff) return;
  const preparing = phase.stage === "closed" || phase.stage === "preparing";
  const { step } = staff;
  part("todo").data = { view, names: store.viewer.acts_as };
  part("case").data = { view, names: store.viewer.acts_as };
  part("checklist").hidden = !preparing;
  part("checklist").data = { view, number: desk.number };
  part("tape").hidden = part("totals").hidden = preparing;
  const wants = wantsCard(step, view.table);
  const turning = ["turn", "wait-turn"].includes(step.act);
  part("tape").data = { hands, next: !desk.correcting && (turning || step.act === "deal") ? slotOf(step) : "", typed: desk.typed, wants, correcting: desk.correcting };
  part("totals").data = view;
  part("keypad").data = { typed: desk.typed, active: wants || desk.correcting !== "" };
  part("procedures").data = { procedures: staff.procedures, open: desk.trouble, number: desk.number, hasCards: view.table.cards === "physical", happened: canHaveHappened(view) };
  document.body.classList.toggle("in-trouble", desk.trouble);
  part("shoe").data = { size: staff.shoe_size, out: staff.shoe_out, marker: table.continuous ? 0 : staff.marker_from_back };
  find("#shoe-name").textContent = !staff.shoe_size ? "" : table.continuous ? t("shoe.go-back") : t("shoe.cut-at", { at: number(staff.shoe_size - staff.marker_from_back) });
  find("#shoe-title").textContent = t(table.continuous ? "shoe.shuffler" : "fact.shoe");
  part("patrons").data = view;
  find("#patrons-count").textContent = staff.patrons.length ? number(staff.patrons.length) : "";
  calmly(find("#fkeys"), () => fill(find("#fkeys"), functionKeys(view, desk)));
}

/** @param {import("../net/protocol.js").View} view */
function moneyOf(view) {
  const { stakes, table, staff, phase } = view;
  /** @param {number} units */
  const written = (units) => money(units, table.digits, { short: true });
  part("differential").data = { stakes, limit: table.differential, digits: table.digits };
  /** @param {{place: number, wager: string}} line */
  const stays = (line) => staff?.patrons.some((each) => each.stakes.some((stake) => stake.place === line.place && stake.wager === line.wager));
  const paid = phase.stage === "resolved" && staff?.last_lines.length ? t("dealer.paid", { amount: money(staff.payable, table.digits) }) : "";
  find("#stakes-total").textContent = paid || t("dealer.in-all", { amount: written(stakes.total) });
  if (paid) return fill(find("#spots"), staff?.last_lines.map((each) => h("span", { class: each.result === "win" ? null : "muted" }, `${t("seat.place", { place: each.place })}: ${titleOf(table.wagers, each.wager)} `, h("b", {}, each.result === "win" ? signed(each.profit, table.digits) : t(`result.${each.result === "push" && stays(each) ? "stays" : each.result}`)))) ?? []);
  const spots = Object.entries(stakes.spots).filter(([, spot]) => spot.amount);
  fill(find("#spots"), spots.map(([wager, spot]) => h("span", {}, `${titleOf(table.wagers, wager)} `, h("b", {}, written(spot.amount)), ` \u00d7${spot.patrons}`)));
}

function calls() {
  const shown = told.filter((each) => CALLS.has(each.event)).slice(-4);
  fill(find("#calls"), shown.map((each) => h("li", {}, h("span", {}, clockTime(each.time)), h("span", { class: "said" }, spoken(each.said, each.sentence).replace(/[.。]$/, "")))));
}

/** Keeps what was told, each event once. @param {readonly import("../types.js").NewsForm[]} news */
function hear(news) {
  const known = new Map([...told, ...news].map((each) => [each.sequence, each]));
  told = [...known.values()].sort((one, other) => one.sequence - other.sequence).slice(-80);
}

function keysSwitch() {
  const button = find("#keys-switch");
  button.setAttribute("aria-pressed", String(settings.keys));
}

function everything() {
  header();
  keysSwitch();
  if (!store.ready || !store.view.staff) return;
  work(store.view);
  moneyOf(store.view);
  calls();
}

/** Asks what happened with the cards, and reports it. @param {Event} event */
async function happened(event) {
  const by = actingAs("dealer", store.viewer.acts_as, store.view.table.posts);
  desk.press("Escape");
  await desk.send(await askHappened(/** @type {CustomEvent} */ (event).detail, store.view, by));
}

async function begin() {
  try {
    session = await api.get("/api/session");
  } catch {
    return signIn();
  }
  header();
  if (session && rolesAt(session, name).has("dealer")) void post(name, true);
  await socket.open();
}

socket.addEventListener("view", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  store.take(detail);
  if (detail.fresh) {
    told = [];
    void api.get(`/api/tables/${encodeURIComponent(name)}/events?after=${Math.max(0, socket.sequence - 60)}`).then((read) => {
      hear(read.news);
      calls();
    }, () => undefined);
  }
  hear(detail.news);
  if (!store.view.staff) return notice(t("dealer.not-staff"));
  desk.moved();
  everything();
});
socket.addEventListener("state", () => {
  header();
  notice(socket.state === "lost" ? t("dealer.lost") : "");
});
socket.addEventListener("failure", (event) => notice(/** @type {CustomEvent} */ (event).detail));
desk.addEventListener("change", () => everything());
desk.addEventListener("notice", (event) => notice(/** @type {CustomEvent} */ (event).detail));
desk.addEventListener("refusal", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  part("refusal").data = detail ? { what: t("dealer.refused"), refusal: detail, book: store.view.table.book, digits: store.view.table.digits } : undefined;
});
desk.addEventListener("floor", () => callFloor(name, (words) => notice(words)));
desk.addEventListener("count", () => countShoe(name, (words) => notice(words)));
desk.addEventListener("replay", () => replayHand(name, (words) => notice(words)));
desk.addEventListener("happened", happened);
desk.addEventListener("hand-over", () => handOver(name, session, socket));
document.addEventListener("keydown", (event) => desk.keydown(event, part("case")));
document.addEventListener("bac-key", (event) => desk.press(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("bac-procedure", (event) => desk.procedure(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("bac-happened", happened);
document.addEventListener("bac-collect", (event) => desk.send({ request: "collect-commission", by: "dealer", patron: /** @type {CustomEvent} */ (event).detail }));
document.addEventListener("bac-settle", (event) => desk.send({ request: "settle", by: "dealer", patron: /** @type {CustomEvent} */ (event).detail }));
document.addEventListener("bac-answer", (event) => desk.send({ request: "answer", .../** @type {CustomEvent} */ (event).detail }));
document.addEventListener("bac-sign-out", () => signOut());
document.addEventListener("bac-help", () => help());
document.addEventListener("bac-settings", () => everything());
document.addEventListener("bac-language", () => everything());
find("#keys-switch").addEventListener("click", () => choose({ keys: !settings.keys }));
translate();
void begin();
