// One live table: keeps the connection, numbers what it hears, asks again under the same id after a break.
//
// Tells: `view` (detail: {view, news, fresh}), `state` (detail: "connecting" | "live" | "restarting" | "lost"), `failure` (a sentence).

import { newId } from "../lib/id.js";
import { api, ApiError, errorWords, isDevice, signIn } from "./api.js";
import * as clock from "./clock.js";

/** @typedef {import("./protocol.js").Message} Message @typedef {import("./protocol.js").Answer} Answer */
/** @typedef {{message: object, answered: (answer: Answer) => void, failed: (error: Error) => void}} Waiting */

const SLOWEST = 15_000;
const TIME_EVERY = 20_000;
/** Without any message for so long the line is taken to be dead; the time exchange keeps it busy. */
const SILENCE = 45_000;
/** The code of a house that closes to open again, and how long it may take before the line counts as lost. */
const RESTART = 1012;
const RESTART_TIME = 60_000;

export class TableSocket extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  #tries = 0;
  /** Whether the table has ever been seen. */
  #known = false;
  #heardAt = 0;
  /** Until when a house that said it would is waited for calmly. */
  #restartsUntil = 0;
  #timer = 0;
  #closed = false;
  sequence = 0;
  /** @type {"connecting" | "live" | "restarting" | "lost"} */
  state = "connecting";

  /** @param {string} table */
  constructor(table) {
    super();
    this.table = table;
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => document.hidden || this.#now());
  }

  /** Connects, and goes on connecting until closed. */
  async open() {
    this.#closed = false;
    try {
      // a browser does not tell why a socket was refused: where none was ever open, the table may not exist
      if (this.#tries && !this.#known) await api.get(`/api/tables/${encodeURIComponent(this.table)}`);
      const { ticket } = await api.post("/api/tickets");
      if (this.#closed) return;
      const address = new URL(`/api/live/${encodeURIComponent(this.table)}?ticket=${encodeURIComponent(ticket)}`, location.href);
      address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
      const socket = new WebSocket(address);
      socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
      socket.onclose = (event) => {
        if (socket !== this.#socket) return;
        if (event.code === RESTART) this.#restartsUntil = Date.now() + RESTART_TIME;
        this.#broke();
      };
      this.#socket = socket;
      clock.forget();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && !isDevice()) signIn();
      else if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        if (!this.#known) this.#state("connecting");
        this.#tell("failure", error.message);
      }
      else this.#broke();
    }
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /**
   * Asks the table for something; answered once it is durable. After a break it is asked again under
   * the same id, which has one effect.
   * @param {import("./protocol.js").Asked} request
   * @returns {Promise<Answer>}
   */
  request(request, id = newId()) {
    return this.#ask(id, { type: "request", id, request });
  }

  /**
   * Reports what happened: dealers and scanners.
   * @param {object} report
   * @returns {Promise<Answer>}
   */
  report(report) {
    const id = newId();
    return this.#ask(id, { type: "report", id, report });
  }

  /** Leaves this connection and takes a new snapshot. */
  resync() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    void this.open();
  }

  /** @param {string} id @param {object} message @returns {Promise<Answer>} */
  #ask(id, message) {
    return new Promise((answered, failed) => {
      this.#waiting.set(id, { message, answered, failed });
      this.#send(message);
    });
  }

  /** @param {object} message */
  #send(message) {
    if (this.state === "live" && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Message} message */
  #hear(message) {
    this.#heardAt = Date.now();
    if (message.type === "welcome") return this.#welcome(message);
    if (message.type === "news") return this.#news(message);
    if (message.type === "time") return clock.measured(message.time, message.echo);
    const waiting = this.#waiting.get(message.id ?? "");
    this.#waiting.delete(message.id ?? "");
    if (message.type === "answer") waiting?.answered(message);
    else if (waiting) waiting.failed(new ApiError(errorWords(message), 400, message.code));
    else this.#tell("failure", errorWords(message));
  }

  /** @param {import("./protocol.js").Welcome} message */
  #welcome(message) {
    this.#tries = 0;
    this.#restartsUntil = 0;
    this.#known = true;
    this.sequence = message.sequence;
    clock.heard(message.time);
    this.#state("live");
    this.#tell("view", { view: message.view, viewer: message.viewer, news: [], fresh: true });
    for (const { message: pending } of this.#waiting.values()) this.#send(pending);
    this.#beat();
  }

  /** @param {import("./protocol.js").News} message */
  #news(message) {
    if (message.sequence < this.sequence) return this.resync();
    this.sequence = message.sequence;
    clock.heard(message.time);
    this.#tell("view", { view: message.view, news: message.news, fresh: false });
  }

  #beat() {
    clearTimeout(this.#timer);
    if (this.#closed || this.state !== "live") return;
    if (Date.now() - this.#heardAt > SILENCE) return this.resync();
    this.#send({ type: "time", echo: clock.stamp() });
    this.#timer = setTimeout(() => this.#beat(), TIME_EVERY);
  }

  #broke() {
    this.#socket = null;
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#state(Date.now() < this.#restartsUntil ? "restarting" : "lost");
    const wait = Math.min(SLOWEST, 400 * 2 ** this.#tries) * (0.5 + Math.random() / 2);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.open(), wait);
  }

  #now() {
    if (this.#closed || this.state === "connecting" || this.state === "live") return;
    clearTimeout(this.#timer);
    void this.open();
  }

  /** @param {"connecting" | "live" | "restarting" | "lost"} state */
  #state(state) {
    this.state = state;
    this.#tell("state", state);
  }

  /** @param {string} type @param {unknown} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
