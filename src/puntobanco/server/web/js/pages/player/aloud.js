// What is said aloud and sounded as the coup goes on: each phase, and the result with one's own net.

import { phaseWords } from "../../elements/bac-stage.js";
import { t } from "../../i18n/index.js";
import { say } from "../../lib/a11y.js";
import { chime } from "../../lib/sound.js";
import { signed } from "../../view/words.js";

/**
 * @param {import("../../state/store.js").Store} store
 * @param {() => Promise<void>} refresh money may have moved
 */
export function sayAloud(store, refresh) {
  let saidPhase = "";
  store.watch(["phase"], ({ phase }, { fresh }) => {
    const words = phaseWords(phase);
    const same = words === saidPhase;
    saidPhase = words;
    if (fresh || same) return;
    say(words);
    if (phase.stage === "betting" || phase.stage === "dealing") chime(phase.stage === "betting" ? 660 : 440);
  });
  store.watch(["hands"], ({ hands, phase, me, table }, { fresh }) => {
    if (fresh || !hands.outcome) return;
    const { winner, player_total: player, banker_total: banker } = hands.outcome;
    const [high, low] = winner === "banker" ? [banker, player] : [player, banker];
    const net = me?.last?.coup === phase.coup ? `${t("result.net")} ${signed(me.last.net, table.digits)}.` : "";
    say(`${t(`result.${winner}`)} ${t("result.totals", { high, low })}. ${net}`);
    void refresh();
  });
}
