// The patron's page: wiring only. Sections come in by the store, requests go out by the socket.

import "../elements/bac-differential.js";
import "../elements/bac-header.js";
import "../elements/bac-layout.js";
import "../elements/bac-limits.js";
import "../elements/bac-offers.js";
import "../elements/bac-rack.js";
import "../elements/bac-refusal.js";
import "../elements/bac-roads.js";
import "../elements/bac-ruling.js";
import "../elements/bac-seats.js";
import "../elements/bac-stage.js";
import { refusedData } from "../elements/bac-layout.js";
import { phaseWords } from "../elements/bac-stage.js";
import { t, translate } from "../i18n/index.js";
import { say } from "../lib/a11y.js";
import { isFirstRoot } from "../lib/fairness.js";
import { money } from "../lib/format.js";
import { lastCoup } from "../lib/last-coup.js";
import { fill, find, h } from "../lib/html.js";
import { settings } from "../lib/settings.js";
import { signOut } from "../net/api.js";
import { TableSocket } from "../net/socket.js";
import { Bets, mayBet } from "../state/bets.js";
import { Store } from "../state/store.js";
import { bookName, callWords, courseOf } from "../view/words.js";
import { buyIns, missing } from "./player/beginning.js";
import { ask, isOpen, reasons, sayFailed, sayRefused } from "./player/acts.js";
import { listen } from "./player/keys.js";
import { sayAloud } from "./player/aloud.js";
import { own, refresh, remind, timeUp } from "./player/session.js";

/** @typedef {HTMLElement & {data: any}} Own @typedef {import("../net/protocol.js").View} View */

const name = /^\/table\/([^/]+)/.exec(location.pathname)?.[1] ?? new URLSearchParams(location.search).get("table") ?? "T1";
const store = new Store();
const socket = new TableSocket(decodeURIComponent(name));
const bets = new Bets(socket, () => store.view.me);
/** @param {string} tag */
const the = (tag) => /** @type {Own} */ (find(tag));
const [header, stage, layout, rack, seats] = ["bac-header", "bac-stage", "bac-layout", "bac-rack", "bac-seats"].map(the);

let chosen = 0;
/** The place that the patron chose to bet at, where it is not their own. @type {number | null} */
let betAt = null;
/** The wager on which a bet was tried that could not be laid yet. */
let tried = "";
const context = { store, socket, refresh: () => refresh(() => (showHeader(), showBets())) };

/** Where chips go: the chosen place, one's own, or the area for those who stand. */
function place() {
  const { me, table } = store.view;
  return betAt ?? me?.place ?? (table.standing_area ? 0 : 1);
}

/** @param {string} what */
async function dialog(what) {
  const { open } = await import(`./player/${what}.js`);
  await open(context);
}

function showHeader() {
  if (!store.ready) return;
  const { table, phase } = store.view;
  document.title = `${table.title} \u00b7 ${phaseWords(phase)}`;
  header.data = {
    title: table.title,
    facts: [["", bookName(table)], ...courseOf(table, phase), ...(phase.dealer && table.pace === "dealer" ? [[t("fact.dealer"), phase.dealer]] : []), ...(store.view.me?.acts_for ? [[t("fact.acts-for"), store.view.me.acts_for]] : [])],
    name: store.viewer.name,
    connection: socket.state,
    links: [
      { event: "bac-open-history", icon: "history", words: t("link.history") },
      { event: "bac-open-payouts", icon: "limits", words: t("link.limits") },
      { event: "bac-help", icon: "help", words: t("link.rules") },
      { event: "bac-open-fairness", icon: "chain", words: t("link.fairness") },
      { event: "bac-cage", icon: "chips", words: t("rack.cage") },
      { event: "bac-open-account", icon: "person", words: t("link.account") },
      ...(table.nominees ? [{ event: "bac-open-nominees", icon: "person", words: t("nominee.mine") }] : []),
      { event: "bac-open-settings", icon: "settings", words: t("link.settings") },
      { href: "/", icon: "home", words: t("page.lobby") },
    ],
    ...(own.account && { balance: own.account.balance, digits: own.account.digits, since: own.since, net: own.account.session_net, until: own.account.play_until }),
  };
}

function showBets() {
  if (!store.ready) return;
  const { table, me, phase } = store.view;
  const late = timeUp();
  const open = isOpen(store) && !late;
  chosen ||= table.chips.find((chip) => table.wagers.every((wager) => chip >= wager.minimum)) ?? table.chips.at(-1) ?? 0;
  const lacks = tried ? missing(store.view, own.account, bets.waiting) : null;
  if (!lacks) tried = "";
  const buyIn = buyIns(table, own.account);
  layout.data = { view: store.view, bets, place: place(), tried, lacks, buyIn };
  seats.data = { seats: store.view.seats, table, me, place: place() };
  const locked = late || me?.staked ? late || t("rack.stand") : t(phase.stage === "resolved" ? "phase.ready" : "act.closed");
  rack.data = { table, me, chosen, pending: bets.waiting, open, locked, why: reasons(store, bets), confirm: settings.confirmFirst };
  const refused = bets.refused.at(-1);
  fill(find("#phone-purse"), me ? [money(me.rack, table.digits), h("small", {}, t("rack.staked-short", { amount: money(me.staked + bets.waiting, table.digits) }))] : []);
  the("#notice").data = lacks ? { ...lacks, book: table.book, digits: table.digits } : refused && refusedData(refused, table, buyIn);
}

/** @param {View} view @param {import("../state/store.js").Change} change */
function showCards(view, change) {
  stage.data = { view, last: lastCoup(view), still: change.fresh };
  the("#phone-count").data = the("#bar-count").data = { phase: view.phase };
  find("#phone-phase").textContent = callWords(view.phase) || phaseWords(view.phase);
  document.body.classList.toggle("is-dealing", view.phase.stage === "dealing");
  document.body.classList.toggle("is-preparing", view.phase.stage === "preparing");
}

store.watch(["phase", "hands", "table", "me", "roads"], showCards);
store.watch(["phase", "table"], showHeader);
store.watch(["phase", "table", "me", "stakes", "seats", "hands"], (view, change) => {
  bets.settleWith(view.phase.coup, mayBet(view) ? "betting" : view.phase.stage, "me" in change.view);
  showBets();
});
store.watch(["fairness"], ({ fairness, table }) => fairness && isFirstRoot(table.table, fairness));
store.watch(["roads"], (view) => (the("bac-roads").data = { ...view.roads, continuous: view.table.continuous }));
store.watch(["table", "stakes"], ({ table, stakes }) => {
  document.body.classList.remove("is-absent");
  the("bac-limits").data = { table };
  the("bac-differential").data = { stakes, limit: table.differential, digits: table.digits };
});
store.watch(["ruling", "phase", "me", "hands"], ({ ruling, phase, table, me, hands }) => {
  the("bac-ruling").data = { ruling, book: table.book, mine: me?.must_choose ?? false, halted: phase.halted, hands };
  the("bac-offers").data = { me, size: Number(table.options.decks ?? 8) * 52 };
});
sayAloud(store, context.refresh);

bets.addEventListener("change", showBets);
bets.addEventListener("refused", (event) => sayRefused(/** @type {CustomEvent} */ (event).detail, store.view.table));
socket.addEventListener("view", (event) => store.take(/** @type {CustomEvent} */ (event).detail));
socket.addEventListener("state", () => {
  showHeader();
  document.body.dataset.connection = socket.state;
  find("#lost").hidden = socket.state !== "lost";
  if (socket.state === "lost") say(t("connection.lost-why"));
});
socket.addEventListener("failure", (event) => sayFailed(store, /** @type {CustomEvent} */ (event).detail));

/** @param {string} type @param {(detail: any) => void} call */
const on = (type, call) => document.addEventListener(type, (event) => call(/** @type {CustomEvent} */ (event).detail));

/** @param {string} wager @param {number} amount */
function lay(wager, amount) {
  const lacks = store.ready ? missing(store.view, own.account, bets.waiting) : null;
  if (lacks) {
    tried = wager;
    showBets();
    return say(lacks.what, "assertive");
  }
  if (!isOpen(store)) return say(t("act.closed"));
  if (timeUp()) return say(timeUp(), "assertive");
  bets.lay(place(), wager, amount, !settings.confirmFirst);
}

/** @param {string} act */
function act(act) {
  const why = reasons(store, bets)[act];
  if (why) return say(why);
  const now = !settings.confirmFirst;
  if (act === "undo") void bets.undo();
  else if (act === "clear") void bets.clear();
  else if (act === "double") bets.double(now);
  else if (act === "rebet") bets.rebet(now);
  else bets.confirm();
}

on("bac-place", ({ wager }) => lay(wager, chosen));
on("bac-drop", ({ wager, amount }) => lay(wager, amount));
on("bac-chip", (chip) => ((chosen = chip), showBets()));
on("bac-act", act);
/** Asks; what was refused stands on the page. @param {{request: string, [field: string]: unknown}} body */
const askTable = async (body) => (find("#failure").textContent = (await ask(socket, store, body)).sentence);
on("bac-ante", () => askTable({ request: "place-ante", patron: store.view.me?.name }));
on("bac-take-place", (at) => {
  betAt = null;
  void askTable(at === null ? { request: "take-place" } : { request: "take-place", place: at }).then(context.refresh);
});
on("bac-buy-in", (amount) => void askTable({ request: "buy-in", amount }).then(context.refresh));
on("bac-bet-at", (at) => ((betAt = at === store.view.me?.place ? null : at), showBets()));
on("bac-leave", () => ((store.view.me?.rack || store.view.me?.staked) ? dialog("leaving") : askTable({ request: "leave" })));
on("bac-leave-now", () => askTable({ request: "leave" }));
on("bac-turn", async (hand) => {
  const answer = await ask(socket, store, { request: "turn-hand", hand });
  find("#failure").textContent = answer.sentence;
  if (!answer.accepted) /** @type {any} */ (the("bac-squeeze")).retry();
});
on("bac-answer", (answer) => askTable({ request: "answer", answer }));
on("bac-offer", askTable);
on("bac-seconds", (seconds) => say(seconds ? t("countdown.seconds", { count: seconds }) : t("phase.closed-call")));
for (const what of ["history", "payouts", "fairness", "account", "nominees", "settings"]) on(`bac-open-${what}`, () => dialog(what));
on("bac-help", () => dialog("rules"));
on("bac-cage", () => dialog("cage"));
on("bac-clause", async ({ clause }) => (await import("./player/rules.js")).open(context, clause));
on("bac-sign-out", signOut);
on("bac-settings", () => showBets());
on("bac-language", () => (translate(), showHeader(), showBets()));

listen({
  chip: (at) => (chosen = store.view.table?.chips[at] ?? chosen) && showBets(),
  place: (kind) => {
    const wager = store.view.table?.wagers.find((each) => each.kind === kind);
    if (wager) lay(wager.name, chosen);
  },
  act,
  ask: () => /** @type {any} */ (the("bac-roads")).askNext(),
  list: () => dialog("settings"),
});

void socket.open();
void context.refresh();
remind(() => dialog("account"), showBets);
