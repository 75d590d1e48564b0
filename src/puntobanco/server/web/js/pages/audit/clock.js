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

/** @param {HTMLElement} place */
export function watchClock(place) {
  const draw = () => {
    const best = readings.reduce((least, each) => (each.trip < least.trip ? each : least), readings[0]);
    const drift = best ? Math.round(best.drift / 1000) : 0;
    const unsure = best ? Math.ceil(best.trip / 2000) : 0;
    const words = best ? t("audit.drift", { drift: drift > 0 ? `+${drift}` : String(drift).replace("-", "\u2212"), unsure }) : "\u2013";
    fill(place, h("dt", {}, t("audit.clock")), h("dd", {}, best ? clockTime(here() + best.drift) : "\u2013", " ", h("span", { class: "soft" }, words)));
  };
  const again = () => read().catch(() => undefined).finally(() => setTimeout(again, EVERY));
  void again();
  setInterval(draw, 1000);
  draw();
}
