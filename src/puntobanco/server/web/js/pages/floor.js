// The floor: every table at a glance, what waits for a decision, and a desk for one table.

import { spoken, t, translate } from "../i18n/index.js";
import { dateTime, money, number } from "../lib/format.js";
import { fill, find, h, own } from "../lib/html.js";
import { newId } from "../lib/id.js";
import { api, ApiError, sentenceOf, signIn, signOut } from "../net/api.js";
import { serverNow } from "../net/clock.js";
import * as clock from "../net/clock.js";
import { refusalSentence, signed } from "../view/words.js";
import "../elements/bac-alerts.js";
import "../elements/bac-approval.js";
import "../elements/bac-header.js";
import "../elements/bac-queue.js";
import "../elements/bac-tile.js";
import { rolesAt, ways } from "./house.js";
import { Desk } from "./floor/desk.js";
import { differencesOf } from "./floor/edition.js";
import { notice } from "./notice.js";

/** @typedef {import("../types.js").FloorForm} FloorForm @typedef {HTMLElement & {data: any}} Own */
const EVERY = 2_000;
const LATELY = 30 * 60e6;
/** @param {string} id */
const part = (id) => /** @type {Own} */ (find(`#${id}`));
/** @type {FloorForm | null} */
let floor = null;
/** @type {Map<string, readonly import("../types.js").CellForm[]>} */
let roads = new Map();
/** @type {import("../types.js").ApprovalsForm["waiting"]} */
let waiting = [];
/** @type {Map<string, import("../types.js").CoupRecordForm | null>} */
const records = new Map();
/** By approval: how the edition that it is about differs from the table's. @type {Map<string, import("../types.js").DifferencesForm | null>} */
const differences = new Map();
/** @type {import("../types.js").AlertsForm["alerts"]} */
let alerts = [];
/** @type {import("./house.js").Who | null} */
let session = null;
/** @type {"connecting" | "live" | "lost"} */
let connection = "connecting";
/** The table that the address asks for, until its desk is open. */
let wanted = new URLSearchParams(location.search).get("table") ?? "";
const desk = new Desk(find("#table"), notice);

function header() {
  const roles = session ? [...new Set(Object.values(session.roles).flat())].map((role) => t(`role.${role}`)).join(", ") : "";
  /** @type {[string, string][]} */
  const facts = session ? [["", `${session.name}, ${roles}`]] : [];
  part("bar").data = { title: t("floor.title"), facts, name: session?.name, connection, links: session ? ways(rolesAt(session)) : [], shown: 5 };
  document.title = `${t("floor.title")} \u00b7 Punto Banco`;
}

function sums() {
  if (!floor) return;
  const { tables } = floor;
  const digits = tables[0]?.digits ?? 2;
  /** @param {(table: import("../types.js").FloorTableForm) => number} of */
  const sum = (of) => tables.reduce((whole, table) => whole + of(table), 0);
  const open = sum((table) => Number(table.stage !== "closed"));
  const patrons = sum((table) => table.seated + table.standing);
  const halted = sum((table) => Number(table.halted || table.stopped !== ""));
  /** @type {[string, string, string?][]} */
  const figures = [
    [number(open), t("floor.open", { count: open })],
    [number(halted), t("floor.halted"), halted ? "t-signal" : ""],
    [number(patrons), t("floor.patrons", { count: patrons })],
    [money(sum((table) => table.staked), digits, { short: true }), t("floor.staked")],
    [signed(sum((table) => table.win), digits), t("floor.win")],
    [number(sum((table) => table.coups_per_hour ?? 0)), t("floor.pace")],
    [number(sum((table) => table.watching)), t("floor.watching")],
  ];
  fill(find("#sum"), figures.map(([value, words, tone]) => h("div", {}, h("dt", {}, words), h("dd", { class: tone || null }, value))));
}

function tiles() {
  const place = find("#tiles");
  const known = new Map([...place.children].map((each) => [/** @type {Own} */ (each).data.table.table, /** @type {Own} */ (each)]));
  for (const table of floor?.tables ?? []) {
    const data = { table, road: roads.get(table.table) ?? [], chosen: desk.name === table.table, now: serverNow() };
    const tile = known.get(table.table);
    if (tile) tile.data = data;
    else place.append(own("bac-tile", data));
    known.delete(table.table);
  }
  for (const gone of known.values()) gone.remove();
}

/** Every table that stands still, and every approval: what the floor is waited for. @returns {import("../elements/bac-queue.js").Wait[]} */
function queue() {
  const halted = (floor?.tables ?? []).filter((each) => each.halted || each.stopped).map((each) => ({ table: each.table, title: each.title, words: each.stopped ? `${t("lobby.stopped")}: ${each.stopped}` : spoken(each.asks_said, each.asks) || spoken(each.ruled_said, each.ruled), since: each.halted ? each.ruled_at : null }));
  const asked = waiting.map((each) => ({ table: each.table, title: floor?.tables.find((table) => table.table === each.table)?.title ?? t(`approval.kind.${each.kind}`), words: t("floor.second", { by: each.by }), since: each.asked_at }));
  return [...halted, ...asked].sort((one, other) => (one.since ?? Infinity) - (other.since ?? Infinity));
}

function approvals() {
  const waits = queue();
  find("#waiting").hidden = !waits.length;
  part("queue").data = { waits, now: serverNow() };
  const place = find("#approvals");
  const known = new Map([...place.children].map((each) => [/** @type {Own} */ (each).data.approval.approval, /** @type {Own} */ (each)]));
  for (const approval of waiting) {
    const table = floor?.tables.find((each) => each.table === approval.table);
    if ((table || approval.kind === "edition") && !records.has(approval.approval)) void evidenceOf(approval, table);
    const data = { approval, title: table?.title ?? approval.table, me: session?.name ?? "", book: table?.book ?? "", record: records.get(approval.approval) ?? null, differences: differences.get(approval.approval) ?? null };
    const shown = known.get(approval.approval);
    if (shown) shown.data = data;
    else place.append(own("bac-approval", data));
    known.delete(approval.approval);
  }
  for (const gone of known.values()) gone.remove();
}

/** @param {import("../types.js").ApprovalForm} approval @param {import("../types.js").FloorTableForm | undefined} table */
async function evidenceOf(approval, table) {
  records.set(approval.approval, null);
  const asked = approval.kind === "report" ? {} : JSON.parse(approval.body);
  try {
    if (asked.after) differences.set(approval.approval, await differencesOf(asked.before, asked.after));
    else if (!table) return;
    else if (asked.request === "adopt-edition") differences.set(approval.approval, await differencesOf(table.edition, asked.edition));
    else records.set(approval.approval, await api.get(`/api/tables/${encodeURIComponent(approval.table)}/coups/${table.coup}`));
  } catch {
    // between coups there is none: the sentence stands alone
  }
  approvals();
}

async function look() {
  try {
    const [now, lobby, asked, raised] = await Promise.all([api.get("/api/floor"), api.get("/api/tables"), api.get("/api/approvals").catch(forbidden({ waiting: [] })), api.get("/api/alerts")]);
    floor = now;
    clock.heard(now.time);
    roads = new Map(lobby.tables.map((/** @type {any} */ each) => [each.table, each.big_road]));
    waiting = asked.waiting;
    alerts = raised.alerts;
    connection = "live";
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return signIn();
    if (error instanceof ApiError && error.status === 403) notice(t("floor.not-staff"));
    connection = "lost";
  }
  draw();
  if (floor?.tables.some((each) => each.table === wanted)) {
    const table = wanted;
    wanted = "";
    open(table);
  }
}

/** Those who may only look get nothing to decide. @param {any} instead */
const forbidden = (instead) => (/** @type {unknown} */ error) => {
  if (error instanceof ApiError && error.status === 403) return instead;
  throw error;
};

function draw() {
  header();
  sums();
  tiles();
  approvals();
  part("alerts").data = { alerts, ruled: ruledLately() };
}

/** What was ruled at a table lately without the floor having to do anything. */
const ruledLately = () => (floor?.tables ?? []).filter((each) => each.ruled_at && !each.halted && each.ruled_at > serverNow() - LATELY);

/** @param {() => Promise<unknown>} act */
async function then(act) {
  notice("");
  try {
    await act();
  } catch (error) {
    notice(sentenceOf(error));
  }
  await look();
}

/** @param {{approval: string, agree: boolean, reason: string}} given */
const decide = ({ approval, agree, reason }) =>
  then(async () => {
    /** @type {import("../types.js").DecisionForm} */
    const decision = await api.post(`/api/approvals/${encodeURIComponent(approval)}`, { id: newId(), agree, reason });
    if (agree && !decision.done) notice(t("approval.not-done", { why: decision.refusal ? refusalSentence(decision.refusal) : "" }));
    else if (!agree) notice(t("approval.refused"));
    else if (decision.repeated) notice(t("approval.already", { by: decision.by, time: dateTime(decision.decided_at) }));
    else if (decision.later.length) notice(t("approval.later", { tables: decision.later.join(", ") }));
    else notice(t("approval.done"));
  });

async function begin() {
  try {
    session = await api.get("/api/session");
  } catch {
    return signIn();
  }
  await look();
  setInterval(() => document.hidden || void look(), EVERY);
}

/** @param {string} table */
function open(table) {
  desk.open(desk.name === table ? "" : table);
  history.replaceState(null, "", desk.name ? `?table=${encodeURIComponent(desk.name)}` : location.pathname);
  tiles();
}

document.addEventListener("bac-open", (event) => open(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("bac-decide", (event) => decide(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("bac-sign", (event) => then(() => api.post(`/api/alerts/${encodeURIComponent(/** @type {CustomEvent} */ (event).detail)}`, { id: newId() })));
document.addEventListener("bac-changed", () => void look());
document.addEventListener("bac-sign-out", () => signOut());
for (const change of ["bac-language", "bac-settings"])
  document.addEventListener(change, () => {
    translate();
    draw();
    desk.draw();
  });
translate();
void begin();
