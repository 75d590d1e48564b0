// Something that waits for a second person. data: {approval, title, me, record, book}. Tells `bac-decide` with {approval, agree, reason}.

import { isEnglish, spoken, t } from "../i18n/index.js";
import { BacElement } from "../lib/element.js";
import { clockTime, money } from "../lib/format.js";
import { fill, h } from "../lib/html.js";
import { differencesList } from "../view/editions.js";
import { evidence } from "../view/evidence.js";
import { clauseTags } from "./bac-clause.js";
import "./bac-card.js";

/**
 * @typedef {object} ApprovalData
 * @property {import("../types.js").ApprovalForm} approval
 * @property {string} title of the table
 * @property {string} me who looks
 * @property {string} book
 * @property {import("../types.js").CoupRecordForm | null} record the coup it concerns
 * @property {import("../types.js").DifferencesForm | null} [differences] of the edition to be adopted
 */

/** What the house writes where no reason was given. */
const AT_TABLE = "asked at the table";

/** @extends {BacElement<ApprovalData>} */
class BacApproval extends BacElement {
  #shown = "";
  /** What is being written stays when it is drawn again: the cards may come later. */
  #reason = h("input", { class: "field", name: "reason", maxlength: 200, autocomplete: "off" });
  #why = h("p", { class: "wrong", role: "alert" });

  render() {
    if (!this.data) return;
    const { approval, title, record, me, book, differences } = this.data;
    const shown = JSON.stringify([approval, title, record?.cards, differences?.after, me, document.documentElement.lang]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const [reason, why] = [this.#reason, this.#why];
    /** @param {boolean} agree */
    const decide = (agree) => {
      if (!agree && !reason.value.trim()) {
        why.textContent = t("approval.needs-reason");
        return reason.focus();
      }
      this.tell("bac-decide", { approval: approval.approval, agree, reason: reason.value });
    };
    const own = approval.by === me;
    const sign = h("div", { class: "sign-off" }, h("p", {}, t("approval.second"), " ", h("b", {}, me)), h("label", {}, t("case.reason"), reason));
    const go = h("div", { class: "go" }, h("button", { type: "button", class: "btn primary", onclick: () => decide(true) }, t("approval.agree")), h("button", { type: "button", class: "btn", onclick: () => decide(false) }, t("approval.refuse")));
    const back = h("div", { class: "go" }, h("button", { type: "button", class: "btn", onclick: () => decide(false) }, t("approval.take-back")));
    const body = approval.may_decide ? [sign, why, go] : own ? [h("p", { class: "soft" }, t("approval.other")), h("div", { class: "sign-off one" }, h("label", {}, t("case.reason"), reason)), why, back] : [h("p", { class: "soft" }, t("approval.not-yours"))];
    fill(
      this,
      h(
        "article",
        { class: "approval form" },
        h("header", {}, h("h3", {}, title ? t("approval.title", { table: title }) : t(`approval.kind.${approval.kind}`)), h("p", {}, t("approval.asked", { by: approval.by, time: clockTime(approval.asked_at) }))),
        record ? evidence(record) : null,
        h("ol", { class: "rules" }, told(approval).map(({ words, clauses }) => h("li", {}, h("span", { class: "clauses" }, clauseTags(book, clauses, 1)), h("span", {}, words)))),
        differences ? differencesList(differences) : null,
        h("p", { class: "outcome" }, h("span", {}, t("approval.reason")), h("span", {}, approval.reason === AT_TABLE ? t("approval.at-table") : approval.reason)),
        body,
      ),
    );
  }
}

/** What it would lead to, a sentence each with its clauses. @param {import("../types.js").ApprovalForm} approval */
function told({ kind, body, sentence, follows }) {
  if (isEnglish()) return parted(sentence);
  if (follows.length) return follows.map((each) => ({ words: spoken(each.said, each.sentence), clauses: each.clauses }));
  const { account, amount, before, after } = JSON.parse(body);
  if (kind === "edition") return [{ words: t("approval.adopts", { before: before.slice(0, 12), after: after.slice(0, 12) }), clauses: [] }];
  if (kind === "adjustment") return [{ words: t(amount > 0 ? "approval.adds" : "approval.takes", { name: account, amount: money(Math.abs(amount), 2) }), clauses: [] }];
  return [{ words: kind === "exclusion" ? t("approval.lifts", { name: account }) : t("approval.no-more"), clauses: [] }];
}

/** @param {string} text */
function parted(text) {
  const parts = text.match(/[^\[\]]+?(?:\.(?=\s|$)|$)(?:\s*\[[^\]]*\])?/g) ?? [text];
  return parts.map((part) => {
    const match = /^(.*?)(?:\s*\[([^\]]*)\])?$/s.exec(part.trim());
    return { words: match?.[1] ?? part, clauses: match?.[2] ? match[2].split(", ") : [] };
  }).filter((each) => each.words);
}

customElements.define("bac-approval", BacApproval);
