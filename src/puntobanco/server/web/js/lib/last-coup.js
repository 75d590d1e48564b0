// The newest finished coup of a table: kept over the next one's betting, and over a reload.

/** @typedef {{coup: number, shoe: number, hands: import("../types.js").HandsForm}} Kept */

/**
 * @param {Pick<import("../net/protocol.js").View, "table" | "phase" | "hands">} view
 * @returns {Kept | null} nothing where it was not seen in this tab, or is no longer the newest
 */
export function lastCoup({ table, phase, hands }) {
  const key = `puntobanco-last-${table.table}`;
  if (hands.outcome) {
    const kept = { coup: phase.coup, shoe: phase.shoe, hands };
    sessionStorage.setItem(key, JSON.stringify(kept));
    return kept;
  }
  const kept = /** @type {Kept | null} */ (JSON.parse(sessionStorage.getItem(key) ?? "null"));
  return kept && kept.shoe === phase.shoe && kept.coup <= phase.coup && kept.coup >= phase.coup - 1 ? kept : null;
}
