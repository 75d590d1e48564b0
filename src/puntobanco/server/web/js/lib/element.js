// The base of our elements: light DOM, drawn from one property, drawn again when the language changes.

import { calmly } from "./press.js";

/** @template T */
export class BacElement extends HTMLElement {
  /** @type {T | undefined} */
  #data;

  /** What it shows; setting it draws it. @returns {T | undefined} */
  get data() {
    return this.#data;
  }

  set data(value) {
    this.#data = value;
    if (this.isConnected) calmly(this, () => this.#draw());
  }

  /** A field that is there again afterwards keeps the focus. */
  #draw() {
    const focused = document.activeElement;
    this.render();
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.contains(focused)) focused.focus({ preventScroll: true });
  }

  connectedCallback() {
    document.addEventListener("bac-language", this);
    document.addEventListener("bac-settings", this);
    this.render();
  }

  disconnectedCallback() {
    document.removeEventListener("bac-language", this);
    document.removeEventListener("bac-settings", this);
  }

  handleEvent() {
    this.#draw();
  }

  /** Draws `data`; elements without any draw nothing. */
  render() {}

  /**
   * Tells the page what the user wants.
   * @param {string} type
   * @param {unknown} [detail]
   */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}
