// What the pages of the house share: who is signed in, the bar with the ways between pages, a clause in a dialog.

import { t } from "../i18n/index.js";
import { find, h } from "../lib/html.js";
import { api, ApiError, sentenceOf, signIn, signOut } from "../net/api.js";
import { openDialog } from "../elements/bac-dialog.js";
import "../elements/bac-header.js";

/** @typedef {import("../net/protocol.js").Session} Who */

const FLOOR = ["supervisor", "manager", "shift-manager"];
/** Page, its icon, and the roles that find something there; none: all. */
const PAGES = /** @type {const} */ ([
  ["/", "home", []],
  ["/floor", "floor", [...FLOOR, "surveillance"]],
  ["/cage", "purse", ["cashier", "manager", "shift-manager"]],
  ["/audit", "eye", ["surveillance", "shift-manager"]],
  ["/admin", "settings", ["administrator"]],
  ["/train", "book", []],
]);

/** Who is signed in, or null. @returns {Promise<Who | null>} */
export async function signedIn() {
  try {
    /** @type {Who} */
    const who = await api.get("/api/session");
    return who.must_change_password ? null : who;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Who is signed in; a person who is not goes to sign in and comes back. @returns {Promise<Who>} */
export async function enter() {
  const who = await signedIn();
  if (who) return who;
  signIn();
  return new Promise(() => undefined); // the page is being left
}

/** Every role a person has at a table, or anywhere. @param {Who} who @param {string} [table] */
export function rolesAt(who, table) {
  const held = table === undefined ? Object.values(who.roles).flat() : [...(who.roles["*"] ?? []), ...(who.roles[table] ?? [])];
  return new Set(held);
}

/** @param {ReadonlySet<string>} roles @param {readonly string[]} wanted */
export const hasAny = (roles, wanted) => wanted.some((role) => roles.has(role));

/** The ways to the pages on which these roles find something. @param {ReadonlySet<string>} roles */
export const ways = (roles) =>
  PAGES.filter(([, , wanted]) => !wanted.length || hasAny(roles, wanted)).map(([href, icon]) => ({ href, icon, words: t(`page.${href.slice(1) || "lobby"}`), current: href === location.pathname }));

/**
 * Fills the bar and keeps it filled when the language changes.
 * @param {Who | null} who null: not signed in
 * @param {string} title a key
 * @param {() => (readonly [string, string])[]} [facts]
 */
export function bar(who, title, facts = () => []) {
  const header = /** @type {HTMLElement & {data: any}} */ (find("bac-header"));
  const draw = () => {
    const links = who ? ways(rolesAt(who)) : [{ href: `/signin?next=${encodeURIComponent(location.pathname)}`, icon: "person", words: t("signin.title") }];
    header.data = { title: t(title), facts: facts(), name: who?.name, links, shown: links.length };
    document.title = `${t(title)} · Punto Banco`;
  };
  header.addEventListener("bac-sign-out", () => void signOut());
  header.addEventListener("bac-help", () => void openDialog(t("header.help"), h("p", {}, t(`help.${title.split(".")[0]}`))));
  document.addEventListener("bac-language", draw);
  draw();
  return draw;
}

/** Shows, or takes away, what keeps the page from being current; whose session has ended signs in again. @param {unknown} [error] */
export function trouble(error) {
  if (error instanceof ApiError && error.status === 401) return signIn();
  const place = find("#trouble");
  place.hidden = error === undefined;
  place.textContent = error === undefined ? "" : sentenceOf(error);
}
