// A place at a table and chips to begin with, for a person who has just come in.

import { newId } from "../lib/id.js";
import { api } from "../net/api.js";

const FIRST_CHIPS = 1000;

/** Takes a free place, or stands where all are taken, and buys in. @param {string} table */
export async function takeSeat(table) {
  const address = `/api/tables/${encodeURIComponent(table)}`;
  const { view, viewer } = await api.get(address);
  /** @param {object} request */
  const ask = (request) => api.post(`${address}/requests`, { id: newId(), request: { ...request, by: viewer.name } });
  const free = view.seats.seats.find((/** @type {{taken: boolean}} */ each) => !each.taken);
  await ask(free ? { request: "take-place", place: free.place } : { request: "take-place" });
  await ask({ request: "buy-in", amount: FIRST_CHIPS * 10 ** view.table.digits });
}
