// Surveillance: logs and their hashes, a coup replayed as each viewer saw it, cards and money reconciled. Reads only.

import { t } from "../i18n/index.js";
import { number } from "../lib/format.js";
import { fill, find, h } from "../lib/html.js";
import { api } from "../net/api.js";
import { watchClock } from "./audit/clock.js";
import { LogReader } from "./audit/log.js";
import { logName, showLogs } from "./audit/logs.js";
import { showPatterns, showReconciled } from "./audit/reconcile.js";
import { Replay } from "./audit/replay.js";
import { verifyButton } from "./audit/verify.js";
import { bar, enter, trouble } from "./house.js";
import { tabs } from "./tabs.js";
import "./clauses.js";

/** @typedef {import("../types.js").LogLineForm} LogLineForm @typedef {import("../types.js").LobbyTableForm} LobbyTableForm */

const LOGS_EVERY = 5_000;
const who = await enter();
bar(who, "audit.title", () => [["", t("audit.read-only")]]);

/** @type {LogLineForm[]} */
let logs = [];
/** @type {import("../types.js").ClockForm | null} */
let clock = null;
/** @type {readonly LobbyTableForm[]} */
let tables = [];
const asked = new URLSearchParams(location.search);
const replay = new Replay(find("#replay"));
const reader = new LogReader(find("#log-panel"), {
  bookOf: (log) => tables.find((each) => each.table === log)?.book ?? "",
  again: (table, coup, sequence) => void replay.open(table, coup, bookOf(table), sequence).catch(trouble),
});

/** @param {string} table */
const bookOf = (table) => tables.find((each) => each.table === table)?.book ?? "";

/** Every log: the list may have several pages. */
async function readLogs() {
  /** @type {LogLineForm[]} */
  const found = [];
  /** @type {string | null} */
  let after = "";
  while (after !== null) {
    /** @type {import("../types.js").LogsForm} */
    const page = await api.get(`/api/audit/logs?limit=200${after ? `&after=${encodeURIComponent(after)}` : ""}`);
    found.push(...page.logs);
    clock = page.clock;
    after = page.next;
  }
  logs = found;
  reader.logs = logs;
  showChain();
}

function showChain() {
  const line = logs.find((each) => each.log === reader.log);
  const signed = line?.checkpoint;
  const state = reader.holds ? "whole" : "broken";
  const facts = [
    [t("audit.logs"), logs.length],
    [t("audit.events"), number(logs.reduce((sum, each) => sum + each.sequence, 0))],
    [t("audit.head"), h("span", { class: "mono" }, line ? `${line.hash.slice(0, 8)} ${line.hash.slice(8, 16)}` : "\u2013")],
    [t("audit.signed"), signed ? t(signed.good ? "audit.signed-at" : "audit.signed-badly", { size: signed.size }) : t("audit.not-signed")],
  ];
  const words = find("#chain-state");
  words.classList.toggle("t-signal", state === "broken");
  words.hidden = !line;
  find("#chain-words").textContent = t(`audit.chain.${state}`, { log: line ? logName(line) : reader.log });
  fill(find("#chain-facts"), facts.map(([word, value]) => h("div", {}, h("dt", {}, word), h("dd", {}, value))));
}

/** @param {string} log */
async function openLog(log) {
  replay.leave(log);
  await reader.open(log);
  showChain();
  choose("log");
  if (tables.some((each) => each.table === log)) await showReconciled(log, tables.find((each) => each.table === log)?.shoe ?? 0);
  else fill(find("#reconciled"));
}

const choose = tabs(["log", "logs", "patterns"], (tab) => {
  if (tab === "logs") showLogs(find("#logs-panel"), logs, (log) => void openLog(log).catch(trouble));
  if (tab === "patterns") void showPatterns(find("#patterns-panel"), (table) => void openLog(table).catch(trouble)).catch(trouble);
});

async function refresh() {
  try {
    await readLogs();
    trouble();
  } catch (error) {
    trouble(error);
  }
  setTimeout(refresh, LOGS_EVERY);
}

reader.addEventListener("page", showChain);
replay.addEventListener("step", (event) => void reader.show(/** @type {CustomEvent<number>} */ (event).detail));
document.addEventListener("bac-language", showChain);
verifyButton(find("#verify"), () => ({ logs: logs.length, events: logs.reduce((sum, each) => sum + each.sequence, 0) }));
watchClock(find("#clock"), () => clock);
try {
  tables = (await api.get("/api/tables")).tables;
  await refresh();
  const first = asked.get("log") ?? asked.get("table") ?? tables[0]?.table ?? logs[0]?.log;
  if (first) await openLog(first);
  const coup = Number(asked.get("coup")) || (tables.find((each) => each.table === first)?.coup ?? 0) - 1;
  if (first && coup > 0) await replay.open(first, coup, bookOf(first));
} catch (error) {
  trouble(error);
}
