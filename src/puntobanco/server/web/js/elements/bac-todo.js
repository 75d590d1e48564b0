// The one large line: what the dealer does now, why, and what comes then. data: {view, by}

import { spoken, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { fill, h } from "../lib/html.js";
import { actingAs, slotOf, waits } from "../state/acts.js";
import { postTitle, stepLine, thenLine } from "../view/steps.js";
import { callWords, sentenceCase } from "../view/words.js";
import { clauseTags } from "./bac-clause.js";

/** @typedef {{view: import("../net/protocol.js").View, names: readonly string[]}} TodoData */

/** @extends {BacElement<TodoData>} */
class BacTodo extends BacElement {
  render() {
    const view = this.data?.view;
    const step = view?.staff?.step;
    if (!this.data || !view || !step) return;
    const { phase, table } = view;
    const stopped = phase.stopped !== "";
    const halted = phase.halted || stopped;
    this.className = halted ? "do halted" : "do";
    const line = stopped ? t("todo.stopped") : stepLine(step);
    const mine = !step.post || actingAs(step.post, this.data.names, table.posts) !== "";
    const then = halted || (waits(step) && !mine) ? "" : thenLine(step);
    fill(
      this,
      h("div", {}, h("div", { class: "line", role: "status" }, h("h2", {}, line), step.act === "deal" && step.face_up === false && !halted ? h("span", { class: "tag solid" }, t("todo.face-down")) : null), this.#why()),
      h("p", { class: "then" }, then ? [t("todo.then"), h("b", {}, then)] : ""),
    );
  }

  #why() {
    const { view, names } = /** @type {TodoData} */ (this.data);
    const step = /** @type {import("../types.js").StepForm} */ (view.staff?.step);
    const { table, phase, hands } = view;
    const parts = [];
    const reason = step.act === "deal" && slotOf(step).endsWith("3") ? hands.reasons.at(-1) : undefined;
    const words = phase.stopped || (reason ? spoken(reason.said, reason.sentence) : spoken(step.detail_said, step.detail ?? ""));
    if (words) parts.push(h("span", {}, sentenceCase(words.replace(/^[(（](.*)[)）]$/, "$1"))));
    if (step.post && !actingAs(step.post, names, table.posts)) parts.push(waits(step) && !step.question ? h("span", {}, t("todo.may-keep", { post: postTitle(step.post, table) })) : h("span", { class: "t-signal" }, t("todo.others", { post: postTitle(step.post, table) })));
    if (phase.calls.length) parts.push(h("span", { class: "t-gold" }, t("todo.called", { words: callWords(phase) })));
    if (phase.last_coups !== null) parts.push(h("span", { class: "t-gold" }, t("phase.last-coups", { count: phase.last_coups })));
    if (phase.no_bet && !phase.calls.length) parts.push(h("span", { class: "t-gold" }, t("phase.no-bet")));
    const clauses = reason?.clauses.length ? reason.clauses : (step.clauses ?? []);
    return h("p", { class: "why" }, parts, clauseTags(table.book, clauses, 3));
  }
}

customElements.define("bac-todo", BacTodo);
