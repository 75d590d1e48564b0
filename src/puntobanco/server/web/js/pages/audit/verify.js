// Verifying every log from its first event: long, so it says what it is doing and for how long.

import { t } from "../../i18n/index.js";
import { say } from "../../lib/a11y.js";
import { number } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { newId } from "../../lib/id.js";
import { api, sentenceOf } from "../../net/api.js";
import { icon } from "../../view/icons.js";
import { sentenceCase } from "../../view/words.js";
import { openDialog } from "../../elements/bac-dialog.js";

/** @param {HTMLElement} place @param {() => {logs: number, events: number}} size */
export function verifyButton(place, size) {
  const button = h("button", { type: "button", class: "btn", onclick: () => void verify() }, t("audit.verify"));
  const draw = () => fill(place, button);
  document.addEventListener("bac-language", () => (button.textContent = t("audit.verify")));
  draw();

  async function verify() {
    const began = Date.now();
    const words = h("span", {});
    const tell = () => (words.textContent = t("audit.verifying", { ...size(), seconds: Math.floor((Date.now() - began) / 1000) }));
    fill(place, h("div", { class: "verifying" }, h("progress", { "aria-label": t("audit.verify") }), words));
    tell();
    const ticking = setInterval(tell, 1000);
    try {
      result(await api.post("/api/audit/verify", { id: newId() }));
    } catch (error) {
      openDialog(t("audit.verify"), h("p", { class: "wrong" }, sentenceOf(error)));
    } finally {
      clearInterval(ticking);
      draw();
      button.focus();
    }
  }
}

/** @param {import("../../types.js").VerifiedForm} form */
function result(form) {
  const sentence = t(form.good ? "audit.verified-good" : "audit.verified-bad", { count: form.findings.length });
  const facts = [
    [t("audit.logs"), number(form.logs)],
    [t("audit.events"), number(form.events)],
    [t("audit.states"), number(form.states)],
    [t("audit.statements"), number(form.statements)],
    [t("audit.took"), t("audit.milliseconds", { count: form.milliseconds })],
  ];
  const list = h("table", { class: "data" }, h("tbody", {}, facts.map(([word, value]) => h("tr", {}, h("th", { scope: "row" }, word), h("td", { class: "figure" }, value)))));
  const findings = h("ul", {}, form.findings.map((each) => h("li", { class: "t-signal", lang: "en" }, sentenceCase(each))));
  say(sentence);
  openDialog(t("audit.verify"), h("p", { class: form.good ? "done" : "wrong", id: "verified" }, form.good ? icon("tick") : icon("stop"), " ", sentence), findings, list);
}
