// The HTTP interface: JSON there and back, errors as one sentence.

import { has, isEnglish, spoken, t } from "../i18n/index.js";

/** What went wrong, in a sentence for people. */
export class ApiError extends Error {
  /** @param {string} sentence @param {number} status @param {string} code @param {readonly string[]} [clauses] @param {number | null} [acceptable] @param {string} [field] that was not understood */
  constructor(sentence, status, code, clauses = [], acceptable = null, field = "") {
    super(sentence);
    this.status = status;
    this.code = code;
    this.clauses = clauses;
    this.acceptable = acceptable;
    this.field = field;
  }
}

/**
 * What went wrong, as the house says it; where it says only a code, in the words of the page for that code.
 * @param {{code: string, sentence: string, said?: import("../types.js").Saying | null}} error
 */
export function errorWords({ code, sentence, said }) {
  if (said) return spoken(said, sentence);
  return !isEnglish() && has(`reason.${code}`) ? t(`reason.${code}`) : sentence;
}

/** A sentence for whatever went wrong. @param {unknown} error */
export const sentenceOf = (error) => (error instanceof ApiError ? error.message : t("error.unreachable"));

/** The token of a device; browsers of people have a cookie instead. */
let token = "";

/** From now on this page asks as a device. @param {string} given */
export function actAsDevice(given) {
  token = given;
}

/** Whether this page asks as a device, which cannot sign in. */
export const isDevice = () => token !== "";

/** @param {unknown} body @returns {Record<string, string>} */
const headers = (body) => ({
  ...(body === undefined ? {} : { "content-type": "application/json" }),
  ...(token ? { authorization: `Bearer ${token}` } : {}),
});

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: headers(body),
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(t("error.unreachable"), 0, "unreachable");
  }
  const text = await answer.text();
  /** @type {any} */
  let read = null;
  try {
    read = text ? JSON.parse(text) : null;
  } catch {
    // an error page of something between here and there: the status says enough
  }
  if (answer.ok) return read;
  const code = String(read?.code ?? answer.status);
  const told = String(read?.sentence ?? read?.detail ?? t("error.status", { status: answer.status }));
  const sentence = errorWords({ code, sentence: told, said: read?.said });
  const field = code === "not_understood" ? String(read?.said?.values?.field ?? "") : "";
  throw new ApiError(sentence, answer.status, code, read?.clauses ?? [], read?.acceptable ?? null, field);
}

export const api = {
  /** @param {string} path */
  get: (path) => ask("GET", path),
  /** @param {string} path @param {unknown} [body] */
  post: (path, body = {}) => ask("POST", path, body),
  /** @param {string} path @param {unknown} [body] */
  patch: (path, body = {}) => ask("PATCH", path, body),
  /** @param {string} path */
  remove: (path) => ask("DELETE", path),
};

/** To the sign-in page and back here afterwards. */
export function signIn() {
  location.assign(`/signin?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Ends the session. */
export async function signOut() {
  await api.remove("/api/session").catch(() => undefined);
  location.assign("/signin");
}
