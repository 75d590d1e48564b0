// Where a wager lies on the printed sheet: read from the wagers that the table offers, whatever its book.

/** @typedef {import("../types.js").WagerForm} WagerForm @typedef {"player" | "tie" | "banker"} Side */
/** @typedef {{family: string, wagers: WagerForm[]}} Block a family of numbered totals, printed as one block */
/** @typedef {{family: string, ladder: boolean, cells: Partial<Record<Side, WagerForm>>}} Row */
/**
 * @typedef {object} Sheet
 * @property {Partial<Record<Side, WagerForm>>} main
 * @property {Partial<Record<Side, Block>>} blocks
 * @property {Row[]} rows nearest to the dealer first
 */

/**
 * The column that a wager lies in, as its book says; what belongs to both hands lies in the middle.
 * @param {WagerForm} wager
 * @returns {Side}
 */
export const sideOf = (wager) => (wager.side === "player" || wager.side === "banker" ? wager.side : "tie");

/** @param {WagerForm} wager */
const rowName = (wager) => wager.family.replace(/^(player|banker|tie)-/, "");

/**
 * @param {readonly WagerForm[]} wagers
 * @returns {Sheet}
 */
export function sheet(wagers) {
  /** @type {Sheet} */
  const made = { main: {}, blocks: {}, rows: [] };
  for (const wager of wagers) {
    const side = sideOf(wager);
    if (wager.kind !== "side") made.main[side] = wager;
    else if (/^\d+$/.test(wager.variant)) {
      const block = (made.blocks[side] ??= { family: wager.family, wagers: [] });
      block.wagers.push(wager);
    } else {
      let row = made.rows.find((each) => each.family === rowName(wager) && !each.cells[side]);
      if (!row) made.rows.push((row = { family: rowName(wager), ladder: false, cells: {} }));
      row.cells[side] = wager;
      row.ladder ||= wager.payoffs.length > 4;
    }
  }
  made.rows = joined(made.rows);
  // a family of fewer cells lies farther from the patrons
  made.rows.sort((a, b) => Object.keys(a.cells).length - Object.keys(b.cells).length);
  return made;
}

/**
 * Rows in which a wager of one hand alone shares its line with one of the other hand.
 * @param {readonly Row[]} rows
 * @returns {Row[]}
 */
function joined(rows) {
  /** @type {Row[]} */
  const made = [];
  for (const row of rows) {
    const sides = /** @type {Side[]} */ (Object.keys(row.cells));
    const other = sides.length === 1 && sides[0] !== "tie" ? (sides[0] === "player" ? "banker" : "player") : null;
    const lone = other && made.find((each) => each.ladder === row.ladder && Object.keys(each.cells).join() === other);
    if (lone) Object.assign(lone.cells, row.cells);
    else made.push(row);
  }
  return made;
}

/**
 * Wagers that share limits, for the list of limits.
 * @param {readonly WagerForm[]} wagers
 * @returns {{wagers: WagerForm[], minimum: number, maximum: number}[]}
 */
export function limitGroups(wagers) {
  /** @type {{wagers: WagerForm[], minimum: number, maximum: number}[]} */
  const groups = [];
  for (const wager of wagers) {
    const { minimum, maximum } = wager;
    let group = groups.find((each) => each.minimum === minimum && each.maximum === maximum);
    if (!group) groups.push((group = { wagers: [], minimum, maximum }));
    group.wagers.push(wager);
  }
  return groups;
}
