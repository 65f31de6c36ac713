// Small helpers to build the page.

import { isAborted, isUnreachable, messageOf } from "./engine.js";
import { tr } from "./language.js";

/** @typedef {import("../page.d.ts").Children} Children */
/**
 * @template Element
 * @typedef {import("../page.d.ts").Attributes<Element>} AttributesOf
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} Node
 * @param {Node} node
 * @param {import("../page.d.ts").AnyAttributes} attributes
 * @param {Children[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) {
      node.setAttribute(name, String(value));
    }
  }
  for (const child of children.flat()) {
    if (child !== undefined && child !== null) {
      node.append(typeof child === "number" ? String(child) : child);
    }
  }
  return node;
}

/**
 * Make an element of HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {AttributesOf<HTMLElementTagNameMap[Name]>} attributes
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const h = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

/**
 * Make an element of SVG.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {AttributesOf<SVGElementTagNameMap[Name]>} attributes
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export const s = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

/**
 * Set a text. A live region tells every text that is set, so it keeps one that does not change.
 *
 * @param {Element} node
 * @param {string} text
 */
export const put = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

/**
 * Show a message.
 *
 * @param {string} text
 */
export function say(text, isError = false) {
  const status = /** @type {HTMLElement} */ (document.getElementById("status"));
  if (!text && !status.textContent) return;
  status.style.animation = "none"; // restarts the time for which a message is shown
  status.textContent = text;
  status.classList.toggle("error", isError);
  void status.offsetWidth;
  status.style.animation = "";
}

/**
 * Run something that may fail, and show the error.
 *
 * @template Found
 * @param {() => Found | Promise<Found>} work
 * @returns {Promise<Found | undefined>}
 */
export async function trying(work) {
  try {
    return await work();
  } catch (error) {
    if (!isAborted(error)) say(messageOf(error), true);
    return undefined;
  }
}

const FIRST_PAUSE = 2; // seconds
const LONGEST_PAUSE = 60;

/**
 * Fill an element of the page. While the engine does not answer, it is asked again, after longer
 * and longer pauses, as long as the element is shown.
 *
 * @template Found
 * @param {{isConnected: boolean}} element
 * @param {() => Found | Promise<Found>} work
 * @returns {Promise<Found | undefined>}
 */
export async function filling(element, work) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isAborted(error)) say(messageOf(error), true);
      if (!isUnreachable(error)) return undefined;
    }
    await new Promise((done) => {
      setTimeout(done, 1000 * pause);
    });
    if (!element.isConnected) return undefined;
  }
}

/** One piece of work at a time. */
export class Latest {
  /** @type {AbortController | null} */
  #own = null;

  get isWorking() {
    return this.#own !== null;
  }

  end() {
    this.#own?.abort();
    this.#own = null;
  }

  /**
   * End the work before, and return the result of this one, or undefined once it is ended.
   *
   * @template Found
   * @param {(signal: AbortSignal) => Found | Promise<Found>} work
   * @returns {Promise<Found | undefined>}
   */
  async run(work) {
    this.end();
    const own = (this.#own = new AbortController());
    try {
      const found = await work(own.signal);
      return own.signal.aborted ? undefined : found;
    } finally {
      if (this.#own === own) this.#own = null;
    }
  }
}

/**
 * Work that takes long, with a button that starts it and one that stops it; `leave` ends it.
 *
 * @param {string} label
 * @param {string} id Of the button that starts it.
 * @param {HTMLElement} progress Where the work shows its state, the last of which is said.
 * @param {(signal: AbortSignal) => Promise<void>} work
 */
export function task(label, id, progress, work) {
  const working = new Latest();
  const start = h("button", { id, class: "primary", onclick: () => trying(run) }, label);
  const leave = () => working.end();
  const stop = h("button", { disabled: true, onclick: leave }, tr("Stop"));
  async function run() {
    start.disabled = true;
    stop.disabled = false;
    progress.ariaLive = "off";
    try {
      await working.run(work);
    } catch (error) {
      progress.textContent = isAborted(error) ? tr("Stopped.") : "";
      throw error;
    } finally {
      start.disabled = false;
      stop.disabled = true;
      progress.ariaLive = "polite";
      progress.textContent += "";
    }
  }
  return { buttons: row(start, stop), start: () => trying(run), leave };
}

/**
 * A button with an action of its own, which submits no form that it is in.
 *
 * @param {Children} label
 * @param {() => unknown} action
 * @param {AttributesOf<HTMLButtonElement>} attributes
 */
export const button = (label, action, attributes = {}) =>
  h(
    "button",
    { type: "button", onclick: () => trying(async () => action()), ...attributes },
    label,
  );
/**
 * A form: labels above their fields, in columns of equal width.
 *
 * @param {...Children} content
 */
export const fields = (...content) => h("div", { class: "fields" }, ...content);
/** @param {...Children} content */
export const row = (...content) => h("div", { class: "row" }, ...content);
/**
 * @param {string} name
 * @param {...Children} content
 */
export const drawer = (name, ...content) =>
  h("details", { class: "panel" }, h("summary", {}, name), ...content);

/**
 * Listeners of a button that shows something while it is pointed at or has the focus.
 *
 * @param {() => unknown} on
 * @param {() => unknown} off
 */
export const pointed = (on, off) => ({
  onpointerenter: on,
  onpointerleave: off,
  onfocus: on,
  onblur: off,
});

/**
 * True if an event comes from an element that selectors name, or from one inside it.
 *
 * @param {Event} event
 * @param {string} selectors
 */
export const isIn = ({ target }, selectors) =>
  target instanceof Element && target.closest(selectors) !== null;

/**
 * A dialog.
 *
 * @param {Element} host
 * @param {string} id
 * @param {string} title
 * @param {(answer: string) => unknown} closed Called when it ends.
 * @param {...Children} content
 */
export function openDialog(host, id, title, closed, ...content) {
  const dialog = h(
    "dialog",
    {
      id,
      "aria-labelledby": `${id}-title`,
      onclose: () => {
        closed(dialog.returnValue);
        dialog.remove();
      },
    },
    h("form", { method: "dialog" }, h("h2", { id: `${id}-title` }, title), ...content),
  );
  host.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * An input for a file to open.
 *
 * @param {AttributesOf<HTMLInputElement>} attributes
 * @param {(file: File) => unknown} take
 */
export const fileInput = (attributes, take) =>
  h("input", {
    type: "file",
    ...attributes,
    onchange: ({ currentTarget: { files } }) =>
      trying(async () => {
        if (files?.length) await take(files[0]);
      }),
  });

/**
 * Let files and texts be dropped anywhere on a page.
 *
 * @param {HTMLElement} root
 * @param {(data: DataTransfer) => unknown} take
 */
export function dropped(root, take) {
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const { dataTransfer } = event;
    if (dataTransfer) trying(async () => take(dataTransfer));
  });
}

/**
 * @param {string} id
 * @param {(readonly [value: string, label: string])[]} pairs
 * @param {AttributesOf<HTMLSelectElement>} attributes
 */
export const choice = (id, pairs, attributes = {}) =>
  h(
    "select",
    { id, ...attributes },
    pairs.map(([value, label]) => h("option", { value }, label)),
  );
/**
 * @param {string} id
 * @param {number | ""} value
 * @param {number} min
 * @param {number} [max]
 */
export const numberInput = (id, value, min, max) =>
  h("input", { type: "number", id, min, max, value });
/**
 * The number of such an input: the nearest whole one that it allows, or another if it holds none.
 *
 * @param {{value: string, min: string, max: string}} input
 * @param {number} otherwise
 */
export const numberOf = ({ value, min, max }, otherwise) =>
  Math.max(Number(min), Math.min(Number(max), Math.round(Number(value)) || otherwise));
/** @param {string} id */
export const seedInput = (id) =>
  h("input", { type: "number", id, min: "0", placeholder: tr("random") });
export const newSeed = () => Math.floor(Math.random() * 2 ** 31);
/** @param {HTMLInputElement} input */
export const seedOf = (input) => (input.value === "" ? newSeed() : Number(input.value));

/** @type {Map<Element, (Node | string)[]>} New items, by list. */
const due = new Map();

/**
 * Replace the items of a list; a button in it keeps the focus, and one that is pressed is released
 * first.
 *
 * @param {Element} host
 * @param {(Node | string)[]} nodes
 */
export function refill(host, nodes) {
  const isWaiting = due.has(host);
  due.set(host, nodes);
  if (!isWaiting) renew(host);
}

/** @param {Element} host */
function renew(host) {
  if (host.matches(":active")) {
    requestAnimationFrame(() => renew(host));
    return;
  }
  const index = [...host.querySelectorAll("button")].findIndex(
    (each) => each === document.activeElement,
  );
  host.replaceChildren(...(due.get(host) ?? []));
  due.delete(host);
  if (index >= 0) host.querySelectorAll("button")[index]?.focus({ preventScroll: true });
}

/**
 * Scroll a list, and never the page, until its current item is seen.
 *
 * @param {HTMLElement} host
 */
export function showCurrent(host) {
  /** @type {HTMLElement | null} */
  const shown = host.querySelector("[aria-current]");
  if (!shown) {
    host.scrollTop = 0;
    return;
  }
  const top = shown.offsetTop - host.offsetTop;
  host.scrollTop = Math.max(
    Math.min(host.scrollTop, top),
    top - host.clientHeight + 2 * shown.offsetHeight,
  );
}

/**
 * @param {string} text
 * @param {string} what The text is, as it is said.
 */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(tr("{what} copied.", { what }));
  } catch {
    prompt(what, text); // from there it can be copied
  }
}

const isLocal = () => /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);
/** @param {string} address */
export const copyLink = (address) =>
  copyText(address, isLocal() ? tr("Link, which opens on this computer alone,") : tr("Link"));

/**
 * Save a file.
 *
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export const downloadJson = (name, value) =>
  download(name, `${JSON.stringify(value, null, 1)}\n`, "application/json");

let isFullTold = false;

/**
 * Keep a value between visits; a browser that keeps nothing is no error, and one whose storage is
 * full says so once.
 *
 * @param {string} name
 * @param {unknown} value
 */
export function store(name, value) {
  try {
    localStorage.setItem(`litslab.${name}`, JSON.stringify(value));
  } catch (error) {
    const isFull = error instanceof Error && error.name === "QuotaExceededError";
    if (!isFull || isFullTold) return;
    isFullTold = true;
    say(tr("The browser's storage is full: nothing more is kept for the next visit."), true);
  }
}

/**
 * The value that is kept under a name, which may be anything; null if there is none.
 *
 * @param {string} name
 */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(`litslab.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * The link to something unfinished that was kept under a name, with its title, if it is one.
 *
 * @param {string} name
 * @param {string} start Of the link.
 * @returns {{hash: string, title: string} | undefined}
 */
export const unfinished = (name, start) =>
  [stored(name)].find((kept) => kept?.hash?.startsWith?.(start));
