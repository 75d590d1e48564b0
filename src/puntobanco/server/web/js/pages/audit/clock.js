// The server's clock against this screen's: asked again and again, the quickest answer of the last few counts.

import { t } from "../../i18n/index.js";
import { clockTime } from "../../lib/format.js";
import { fill, h } from "../../lib/html.js";
import { api } from "../../net/api.js";

const EVERY = 10_000;
const KEPT = 6;

/** @type {{drift: number, trip: number}[]} in microseconds */
const readings = [];

const here = () => (performance.timeOrigin + performance.now()) * 1000;

async function read() {
  const asked = here();
  const { time } = await api.get("/api/tables");
  const trip = here() - asked;
  readings.push({ drift: time + trip / 2 - here(), trip });
  if (readings.length > KEPT) readings.shift();
}

/** Thousandths of a second with a sign. @param {number} microseconds */
function written(microseconds) {
  const whole = Math.round(microseconds / 1000);
  return whole > 0 ? `+${whole}` : String(whole).replace("-", "\u2212");
}

/** @param {HTMLElement} place @param {() => import("../../types.js").ClockForm | null} state what the house says of its clock */
export function watchClock(place, state) {
  const draw = () => {
    const best = readings.reduce((least, each) => (each.trip < least.trip ? each : least), readings[0]);
    const words = best ? t("audit.drift", { drift: written(best.drift), unsure: Math.ceil(best.trip / 2000) }) : "\u2013";
    const kept = state();
    const source = kept ? t("audit.clock-source", { drift: written(kept.drift), since: clockTime(kept.since), steps: kept.steps }) : "";
    fill(place, h("dt", {}, t("audit.clock")), h("dd", {}, best ? clockTime(here() + best.drift) : "\u2013", " ", h("span", { class: "soft" }, words)), h("dd", { class: kept?.steps ? "source t-signal" : "source soft" }, source));
  };
  const again = () => read().catch(() => undefined).finally(() => setTimeout(again, EVERY));
  void again();
  setInterval(draw, 1000);
  draw();
}
