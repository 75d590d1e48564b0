// The page for an address that leads nowhere.

import { translate } from "../i18n/index.js";
import { fill, find, own } from "../lib/html.js";
import "../elements/bac-card.js";

fill(find(".emblem"), own("bac-card", { state: "down", card: null }), own("bac-card", { state: "down", card: null }));
translate();
