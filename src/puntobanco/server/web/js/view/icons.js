// Small pictures that stand beside words.

import { s } from "../lib/html.js";

const PATHS = {
  tick: "M3.5 8.3 6.7 11.5 12.7 4.9",
  waiting: "M8 2.5a5.5 5.5 0 1 1-5.5 5.5",
  refused: "M4.3 4.3l7.4 7.4M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z",
  lock: "M4 7.5h8v6H4zM5.7 7.5V5.3a2.3 2.3 0 0 1 4.6 0v2.2",
  stop: "M5.3 2h5.4L14 5.3v5.4L10.7 14H5.3L2 10.7V5.3zM8 4.9v3.9M8 11v.1",
  help: "M5.9 6.1c0-1.3.9-2.1 2.1-2.1s2.1.8 2.1 1.9c0 1.6-2.1 1.7-2.1 3.4M8 11.9v.1",
  history: "M3 8a5 5 0 1 1 1.5 3.6M3 4.5V8h3.5M8 5.2V8l2 1.4",
  limits: "M2.5 12.5h11M4.5 12.5V8M8 12.5v-9M11.5 12.5V6",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  chain: "M6.7 9.3l2.6-2.6M7.3 4.9l1.4-1.4a2.7 2.7 0 0 1 3.8 3.8l-1.4 1.4M8.7 11.1l-1.4 1.4a2.7 2.7 0 0 1-3.8-3.8l1.4-1.4",
  bell: "M4 11.5V7.5a4 4 0 0 1 8 0v4l1.2 1H2.8zM6.8 13.9h2.4",
  close: "M4 4l8 8M12 4l-8 8",
  person: "M8 8.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM3 13.4c.5-2.5 2.5-4 5-4s4.5 1.5 5 4",
  home: "M2.5 8 8 3l5.5 5M4 7v6h8V7",
  floor: "M2.5 3.5h4.5v4H2.5zM9 3.5h4.5v4H9zM2.5 9.5h4.5v3.5H2.5zM9 9.5h4.5v3.5H9z",
  purse: "M2.5 5h11v8h-11zM2.5 5l8-2.5V5M10.5 8.7h3",
  eye: "M1.8 8C3.4 5.2 5.5 3.9 8 3.9s4.6 1.3 6.2 4.1c-1.6 2.8-3.7 4.1-6.2 4.1S3.4 10.8 1.8 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
  book: "M3 3h4.2c.5 0 .8.3.8.8V13c0-.6-.4-1-1-1H3zM13 3H8.8c-.5 0-.8.3-.8.8V13c0-.6.4-1 1-1h4z",
  back: "M10.5 3.5v9L5 8zM4 3.5v9",
  on: "M5.5 3.5v9L11 8zM12 3.5v9",
  play: "M5 3.5v9l7-4.5z",
  settings: "M2.5 5h7M12.5 5h1M9.5 5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0ZM2.5 11h1M6.5 11h7M3.5 11a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0Z",
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) =>
  s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
