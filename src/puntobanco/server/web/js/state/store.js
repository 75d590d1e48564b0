// The newest of each section, and whom to tell when one is replaced. Nothing is folded or added up.

import { under } from "../net/clauses.js";

/** @typedef {import("../net/protocol.js").View} View @typedef {import("../net/protocol.js").Viewer} Viewer */
/** @typedef {{view: Partial<View>, viewer?: Viewer, news: readonly import("../types.js").NewsForm[], fresh: boolean}} Change */

export class Store {
  /** @type {Partial<View>} */
  #view = {};
  /** @type {{names: readonly string[], call: (view: View, change: Change) => void}[]} */
  #readers = [];
  /** @type {Viewer} */
  viewer = { name: "", roles: [], acts_as: [] };

  /** Every section held; whole after the first snapshot. */
  get view() {
    return /** @type {View} */ (this.#view);
  }

  /** Whether a snapshot has come. */
  get ready() {
    return this.#view.table !== undefined;
  }

  /** @param {Change} change */
  take(change) {
    this.#view = change.fresh ? change.view : { ...this.#view, ...change.view };
    if (change.view.table) under(change.view.table.book, change.view.table.edition);
    if (change.viewer) this.viewer = change.viewer;
    const changed = Object.keys(change.view);
    for (const { names, call } of this.#readers)
      if (change.fresh || names.some((name) => changed.includes(name))) call(this.view, change);
  }

  /**
   * Calls back whenever one of these sections was replaced, and at once where there is a view.
   * @param {readonly string[]} names
   * @param {(view: View, change: Change) => void} call
   */
  watch(names, call) {
    this.#readers.push({ names, call });
    if (this.ready) call(this.view, { view: this.#view, news: [], fresh: true });
  }
}
