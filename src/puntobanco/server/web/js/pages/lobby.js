// The lobby: every table at a glance, drawn anew every three seconds.

import { t } from "../i18n/index.js";
import { money } from "../lib/format.js";
import { fill, find, h, own } from "../lib/html.js";
import { api, ApiError, signIn } from "../net/api.js";
import { heard } from "../net/clock.js";
import "../elements/bac-table-tile.js";
import { bar, enter, rolesAt, trouble } from "./house.js";

const EVERY = 3_000;
const who = await enter();
const place = find("#tables");
/** @type {Map<string, HTMLElement & {data: any}>} */
const tiles = new Map();

/** @type {import("../types.js").LobbyForm | null} */
let lobby = null;
const isPatron = rolesAt(who).has("patron");
/** @type {import("../types.js").AccountForm | null} */
let account = null;
const draw = bar(who, "lobby.title", () => [
  ...(lobby ? [/** @type {[string, string]} */ (["", t("lobby.tables", { count: lobby.tables.length })])] : []),
  ...(account ? [/** @type {[string, string]} */ ([t("header.balance"), money(account.balance, account.digits)])] : []),
]);

/** @param {import("../types.js").LobbyForm} shown */
function show(shown) {
  heard(shown.time);
  const grew = lobby?.tables.length !== shown.tables.length;
  lobby = shown;
  if (grew) draw();
  for (const table of shown.tables) {
    const tile = tiles.get(table.table) ?? own("bac-table-tile", undefined, { role: "listitem" });
    tiles.set(table.table, tile);
    tile.data = { table, roles: rolesAt(who, table.table) };
  }
  const wanted = shown.tables.map(({ table }) => tiles.get(table));
  if (wanted.length !== place.children.length || wanted.some((tile, at) => tile !== place.children[at])) fill(place, ...wanted);
  find("#none").hidden = shown.tables.length > 0;
}

async function look() {
  try {
    const before = account?.balance;
    if (isPatron) account = await api.get("/api/account").catch(() => null);
    show(await api.get("/api/tables"));
    if (account?.balance !== before) draw();
    fill(find("#purse"), account ? [`${t("header.balance")} `, h("b", {}, money(account.balance, account.digits))] : []);
    find("#purse").hidden = !account;
    trouble();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return signIn();
    trouble(error);
  }
  setTimeout(look, EVERY);
}

await look();
