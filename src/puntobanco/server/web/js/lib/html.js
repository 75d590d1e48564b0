// Elements by name, attributes and children. Text is always text: nothing here parses markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * @param {Element} element
 * @param {Record<string, Attribute>} attributes a function is a listener, `false` and null are left out
 */
export function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {ParentNode} parent
 * @param {(Child | Child[])[]} children
 */
export function fill(parent, ...children) {
  const nodes = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  parent.replaceChildren(...nodes.map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, attributes);
  if (children.length) fill(element, ...children);
  return element;
}

/**
 * One of our own elements, with its data.
 * @param {string} tag
 * @param {unknown} data
 * @param {Record<string, Attribute>} [attributes]
 * @returns {HTMLElement & {data: any}}
 */
export function own(tag, data, attributes = {}) {
  const element = /** @type {HTMLElement & {data: any}} */ (document.createElement(tag));
  assign(element, attributes);
  element.data = data;
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[Tag]} */ (document.createElementNS(SVG, tag));
  assign(element, attributes);
  if (children.length) fill(element, ...children);
  return element;
}

/**
 * The element that must be there.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function find(selector, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`${selector} is not on this page`);
  return found;
}
