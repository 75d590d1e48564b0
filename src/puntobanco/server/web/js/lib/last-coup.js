// The newest finished coup of a table: the one that lies there, or as the house remembers it.

/** @typedef {{cards: readonly import("../types.js").CardForm[], outcome: {winner: string, player_total: number, banker_total: number, natural: boolean} | null}} Ended */
/** @typedef {{coup: number, hands: Ended}} Kept */

/**
 * @param {Pick<import("../net/protocol.js").View, "phase" | "hands" | "roads">} view
 * @returns {Kept | null} nothing where no coup of this shoe has ended yet
 */
export function lastCoup({ phase, hands, roads }) {
  if (hands.outcome) return { coup: phase.coup, hands };
  const { last } = roads;
  return last ? { coup: last.coup, hands: { cards: last.cards, outcome: last } } : null;
}
