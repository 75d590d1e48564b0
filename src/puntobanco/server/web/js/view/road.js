// A road as SVG: a unit a cell, drawn where the server says. Nothing is derived here.

import { t } from "../i18n/index.js";
import { s } from "../lib/html.js";
import { use } from "./symbols.js";

/** @typedef {import("../types.js").CellForm} CellForm */
/** @typedef {"bead_plate" | "big_road" | "big_eye_boy" | "small_road" | "cockroach_pig"} RoadKind */
/** @typedef {{columns: number, asked?: CellForm | null, beadText?: string, distinct?: boolean, label: string}} RoadStyle */

/** @type {Record<RoadKind, string>} */
const MARK = { bead_plate: "m-bead", big_road: "m-ring", big_eye_boy: "m-thin", small_road: "m-disc", cockroach_pig: "m-slash" };
/** @type {Record<string, string>} */
const TONE = { B: "banker", P: "player", T: "tie", r: "banker", b: "player" };
const ROWS = 6;

/** @param {RoadKind} kind */
export const isDerived = (kind) => kind !== "bead_plate" && kind !== "big_road";

/** How many columns the marks reach. @param {readonly CellForm[]} cells */
export const width = (cells) => cells.reduce((most, cell) => Math.max(most, cell.column + 1), 0);

/** The newest columns, counted from the first shown. @param {readonly CellForm[]} cells @param {number} columns */
export function newest(cells, columns) {
  const first = width(cells) - columns;
  return first <= 0 ? cells : cells.filter((cell) => cell.column >= first).map((cell) => ({ ...cell, column: cell.column - first }));
}

/** @param {number} columns @param {number} step */
function grid(columns, step) {
  let d = "";
  for (let x = 0; x <= columns; x += step) d += `M${x} 0V${ROWS}`;
  for (let y = 0; y <= ROWS; y += step) d += `M0 ${y}H${columns}`;
  return s("path", { d, class: "grid", "vector-effect": "non-scaling-stroke" });
}

/** @param {CellForm} cell @param {string} text @param {string} name */
const letter = (cell, text, name) => s("text", { x: cell.column + 0.5, y: cell.row + 0.5, dy: ".355em", class: name }, text);

/** @param {CellForm} cell @param {number} dx @param {number} dy @param {number} r @param {string} name */
const dot = (cell, dx, dy, r, name) => s("circle", { cx: cell.column + dx, cy: cell.row + dy, r, class: `dot ${name}` });

/** @param {CellForm} cell @param {RoadKind} kind */
function dots(cell, kind) {
  const near = kind === "bead_plate" ? 0.17 : 0.16;
  return [
    cell.banker_pair ? dot(cell, near, near, 0.15, "banker") : null,
    cell.player_pair ? dot(cell, 1 - near, 1 - near, 0.15, "player") : null,
    cell.natural && kind === "bead_plate" ? dot(cell, 1 - near, near, 0.13, "natural") : null,
  ];
}

/** @param {CellForm} cell @param {string} [beadText] */
function beadLetter(cell, beadText) {
  if (beadText === "total" && cell.total !== null && cell.total !== undefined) return String(cell.total);
  return beadText === "word" ? t(`bead.word.${cell.mark}`) : t(`bead.${cell.mark}`);
}

/** @param {CellForm} cell @param {RoadKind} kind @param {RoadStyle} style */
function mark(cell, kind, style) {
  const place = { x: cell.column, y: cell.row, width: 1, height: 1 };
  const tone = TONE[cell.mark] ?? "";
  const parts = [];
  if (cell.mark) parts.push(use(MARK[kind], { ...place, class: tone }));
  if (kind === "bead_plate") parts.push(letter(cell, beadLetter(cell, style.beadText), "bead-text"));
  if (style.distinct && kind === "big_road" && cell.mark) parts.push(s("g", { class: tone }, letter(cell, t(`bead.${cell.mark}`), "ring-text")));
  if (style.distinct && isDerived(kind) && cell.mark === "b")
    parts.push(s("path", { d: `M${cell.column} ${cell.row + 0.5}h1`, class: "mark-key" }));
  const ties = cell.ties ?? 0;
  if (kind === "big_road" && ties) {
    parts.push(use("m-slash", { ...place, class: "tie" }));
    if (ties > 1) parts.push(letter(cell, String(ties), "tie-n"));
  }
  return [...parts, ...dots(cell, kind)];
}

/**
 * @param {RoadKind} kind
 * @param {readonly CellForm[]} cells
 * @param {RoadStyle} style
 */
export function drawRoad(kind, cells, style) {
  const shown = style.asked ? [...cells, style.asked] : cells;
  const step = isDerived(kind) ? 2 : 1;
  const columns = Math.max(style.columns, Math.ceil(width(shown) / step) * step);
  const newest = cells.at(-1);
  const last = newest && kind !== "bead_plate" ? s("rect", { x: newest.column, y: newest.row, width: 1, height: 1, class: "last" }) : null;
  const asked = style.asked
    ? [
        s("g", { opacity: 0.55 }, mark(style.asked, kind, style)),
        s("rect", { x: style.asked.column + 0.04, y: style.asked.row + 0.04, width: 0.92, height: 0.92, class: "ask-cell" }),
      ]
    : [];
  const marks = cells.flatMap((cell) => mark(cell, kind, style));
  const frame = { class: `road ${kind}`, viewBox: `0 0 ${columns} ${ROWS}`, role: "img", "aria-label": style.label };
  return { drawing: s("svg", frame, grid(columns, step), last, ...marks, ...asked), columns };
}

/** The mark that a side's win would add to a derived road. @param {RoadKind} kind @param {CellForm | null} cell */
export function askMark(kind, cell) {
  const frame = { class: "ask-mark", viewBox: "0 0 1 1", "aria-hidden": "true" };
  if (!cell) return s("svg", frame, s("path", { d: "M.3 .5h.4", class: "none" }));
  return s("svg", frame, use(MARK[kind], { width: 1, height: 1, class: TONE[cell.mark] ?? "" }));
}

/** The columns of a road in words, for its table. @param {readonly CellForm[]} cells */
export function inWords(cells) {
  /** @type {string[][]} */
  const columns = [];
  for (const cell of cells) {
    const extras = [
      cell.ties ? t("road.ties", { count: cell.ties }) : "",
      cell.banker_pair ? t("wager.banker-pair") : "",
      cell.player_pair ? t("wager.player-pair") : "",
      cell.natural ? t("natural") : "",
    ].filter(Boolean);
    const name = cell.mark ? t(`mark.${cell.mark}`) : t("mark.none");
    (columns[cell.column] ??= []).push(extras.length ? `${name} (${extras.join(", ")})` : name);
  }
  return columns.map((marks) => marks ?? []);
}
