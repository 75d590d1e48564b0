// Numbers for people. Amounts come in whole units; only their writing happens here.

/** @returns {string} */
const language = () => document.documentElement.lang || "en";

/**
 * A function that gives what `make` made for the language of the page, made once: to make a formatter
 * takes a hundred times as long as to use it.
 * @template T
 * @param {(language: string) => T} make
 * @returns {() => T}
 */
export function perLanguage(make) {
  /** @type {Map<string, T>} */
  const made = new Map();
  return () => {
    const now = language();
    if (!made.has(now)) made.set(now, make(now));
    return /** @type {T} */ (made.get(now));
  };
}

const numbers = perLanguage((of) => new Intl.NumberFormat(of));
const point = perLanguage((of) => new Intl.NumberFormat(of).formatToParts(1.5).find((part) => part.type === "decimal")?.value ?? ".");
const clocks = perLanguage((of) => new Intl.DateTimeFormat(of, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }));
const dates = perLanguage((of) => new Intl.DateTimeFormat(of, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }));

/** @param {number} value */
export const number = (value) => numbers().format(value);

/**
 * An amount of units, `digits` of them behind the point.
 * @param {number} units
 * @param {number} digits
 * @param {{short?: boolean, signed?: boolean}} [how] short: no `.00`; signed: with + or −
 */
export function money(units, digits, { short = false, signed = false } = {}) {
  const whole = String(Math.abs(units)).padStart(digits + 1, "0");
  const split = whole.length - digits;
  const fraction = whole.slice(split);
  const written = numbers().format(BigInt(whole.slice(0, split)));
  const bare = digits === 0 || (short && Number(fraction) === 0);
  const sign = units < 0 ? "\u2212" : signed && units > 0 ? "+" : "";
  return sign + written + (bare ? "" : point() + fraction);
}

/**
 * A typed amount in units; null if it is not an amount.
 * @param {string} typed
 * @param {number} digits
 * @returns {number | null}
 */
export function units(typed, digits) {
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(typed.replace(/[\s,]/g, ""));
  if (!match) return null;
  const fraction = match[2] ?? "";
  if (fraction.length > digits) return null;
  return Number(match[1] + fraction.padEnd(digits, "0"));
}

/** @param {number} microseconds since 1970 */
export const clockTime = (microseconds) => clocks().format(microseconds / 1000);

/** @param {number} microseconds since 1970 */
export const dateTime = (microseconds) => dates().format(microseconds / 1000);

/** Hours and minutes; with `fine`, seconds below a minute. @param {number} seconds @param {boolean} [fine] */
export function duration(seconds, fine = false) {
  const minutes = Math.floor(seconds / 60);
  /** @param {number} value @param {string} unit */
  const part = (value, unit) =>
    new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short" }).format(value);
  if (fine && minutes < 1) return part(Math.floor(seconds), "second");
  if (minutes < 60) return part(minutes, "minute");
  return `${part(Math.floor(minutes / 60), "hour")} ${part(minutes % 60, "minute")}`;
}

/** A chip's figure: 1000 is 1K. @param {number} chip @param {number} digits */
export function chipFigure(chip, digits) {
  const value = money(chip, digits, { short: true }).replace(/[,\s]/g, "");
  if (/^\d+000000$/.test(value)) return `${value.slice(0, -6)}M`;
  if (/^\d+000$/.test(value)) return `${value.slice(0, -3)}K`;
  return value;
}
