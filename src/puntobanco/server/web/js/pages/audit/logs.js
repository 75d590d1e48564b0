// Every log of the house, where it ends, and what the house has signed of it.

import { t } from "../../i18n/index.js";
import { dateTime, number } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { dataTable, shortHash } from "../../view/tables.js";

/** @typedef {import("../../types.js").LogLineForm} LogLineForm */

/** "T12", "account guest1". @param {{log: string, kind: string}} line */
export function logName({ log, kind }) {
  const [, name] = log.split(":");
  return name ? `${t(`audit.kind.${kind}`)} ${name}` : log;
}

/** @param {LogLineForm} line */
function signed({ checkpoint, sequence }) {
  if (!checkpoint) return h("span", { class: "muted" }, t("audit.not-signed"));
  const words = t(checkpoint.good ? "audit.signed-at" : "audit.signed-badly", { size: number(checkpoint.size) });
  return h("span", { class: checkpoint.good ? "" : "t-signal", title: dateTime(checkpoint.time) }, words, checkpoint.size === sequence ? "" : ` ${t("audit.of", { size: number(sequence) })}`);
}

/** @param {HTMLElement} place @param {readonly LogLineForm[]} logs @param {(log: string) => void} open */
export function showLogs(place, logs, open) {
  const heads = [t("audit.log"), t("audit.kind"), { words: t("audit.events"), figure: true }, t("audit.head"), t("audit.last"), t("audit.signature")];
  const rows = logs.map((line) => [
    h("button", { type: "button", class: "link", onclick: () => open(line.log) }, logName(line)),
    t(`audit.kind.${line.kind}`),
    number(line.sequence),
    shortHash(line.hash, 16),
    h("span", { class: "nowrap" }, dateTime(line.time)),
    signed(line),
  ]);
  fill(place, dataTable(t("audit.all-logs"), heads, rows));
}
