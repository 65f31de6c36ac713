// Small helpers to build the page.

import { isUnreachable } from "./engine.js";
import { tr } from "./language.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) {
      node.setAttribute(name, value);
    }
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return node;
}

export const h = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);
export const s = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

// A live region tells every text that is set, so it keeps one that does not change.
export const put = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

export function say(text, isError = false) {
  const status = document.getElementById("status");
  if (!text && !status.textContent) return;
  status.style.animation = "none"; // restarts the time for which a message is shown
  status.textContent = text;
  status.classList.toggle("error", isError);
  void status.offsetWidth;
  status.style.animation = "";
}

// Run something that may fail, and show the error.
export async function trying(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name !== "AbortError") say(error.message, true);
    return undefined;
  }
}

const FIRST_PAUSE = 2; // seconds
const LONGEST_PAUSE = 60;

// Fill an element of the page. While the engine does not answer, it is asked again, after longer and
// longer pauses, as long as the element is shown.
export async function filling(element, work) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (error.name !== "AbortError") say(error.message, true);
      if (!isUnreachable(error)) return undefined;
    }
    await new Promise((done) => {
      setTimeout(done, 1000 * pause);
    });
    if (!element.isConnected) return undefined;
  }
}

// One piece of work at a time: `run` ends the one before, and returns the result of `work(signal)`,
// or undefined once ended.
export class Latest {
  #own = null;

  get isWorking() {
    return this.#own !== null;
  }

  end() {
    this.#own?.abort();
    this.#own = null;
  }

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

// Work that takes long, with a button that starts it and one that stops it. `work(signal)` shows
// its state in `progress`, the last of which is said; `leave` ends it.
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
      progress.textContent = error.name === "AbortError" ? tr("Stopped.") : "";
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

// A button with an action of its own, which submits no form that it is in.
export const button = (label, action, attributes = {}) =>
  h(
    "button",
    { type: "button", onclick: () => trying(async () => action()), ...attributes },
    label,
  );
// A form: labels above their fields, in columns of equal width.
export const fields = (...content) => h("div", { class: "fields" }, ...content);
export const row = (...content) => h("div", { class: "row" }, ...content);
export const drawer = (name, ...content) =>
  h("details", { class: "panel" }, h("summary", {}, name), ...content);

// Handlers for a button that shows something while it is pointed at or has the focus.
export const pointed = (on, off) => ({
  onpointerenter: on,
  onpointerleave: off,
  onfocus: on,
  onblur: off,
});

// A dialog; `closed` is called when it ends.
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

// An input for a file to open; `take` receives the file.
export const fileInput = (attributes, take) =>
  h("input", {
    type: "file",
    ...attributes,
    onchange: ({
      target: {
        files: [file],
      },
    }) =>
      trying(async () => {
        if (file) await take(file);
      }),
  });

// Let files and texts be dropped anywhere on a page.
export function dropped(root, take) {
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    trying(async () => take(event.dataTransfer));
  });
}

export const choice = (id, pairs, attributes = {}) =>
  h(
    "select",
    { id, ...attributes },
    pairs.map(([value, label]) => h("option", { value }, label)),
  );
export const numberInput = (id, value, min, max) =>
  h("input", { type: "number", id, min, max, value });
// The number of such an input: the nearest whole one that it allows, or another if it holds none.
export const numberOf = ({ value, min, max }, otherwise) =>
  Math.max(min, Math.min(max, Math.round(Number(value)) || otherwise));
export const seedInput = (id) =>
  h("input", { type: "number", id, min: "0", placeholder: tr("random") });
export const newSeed = () => Math.floor(Math.random() * 2 ** 31);
export const seedOf = (input) => (input.value === "" ? newSeed() : Number(input.value));

const due = new Map(); // new items, by list

// Replace the items of a list; a button in it keeps the focus, and one that is pressed is released
// first.
export function refill(host, nodes) {
  const isWaiting = due.has(host);
  due.set(host, nodes);
  if (!isWaiting) renew(host);
}

function renew(host) {
  if (host.matches(":active")) {
    requestAnimationFrame(() => renew(host));
    return;
  }
  const index = [...host.querySelectorAll("button")].indexOf(document.activeElement);
  host.replaceChildren(...due.get(host));
  due.delete(host);
  if (index >= 0) host.querySelectorAll("button")[index]?.focus({ preventScroll: true });
}

// Scroll a list, and never the page, until its current item is seen.
export function showCurrent(host) {
  const shown = host.querySelector("[aria-current]");
  const top = shown?.offsetTop - host.offsetTop;
  host.scrollTop = shown
    ? Math.max(Math.min(host.scrollTop, top), top - host.clientHeight + 2 * shown.offsetHeight)
    : 0;
}

export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(tr("{what} copied.", { what }));
  } catch {
    prompt(what, text); // from there it can be copied
  }
}

const isLocal = () => /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);
export const copyLink = (address) =>
  copyText(address, isLocal() ? tr("Link, which opens on this computer alone,") : tr("Link"));

export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export const downloadJson = (name, value) =>
  download(name, `${JSON.stringify(value, null, 1)}\n`, "application/json");

let isFullTold = false;

// Values that the browser keeps between visits; a browser that keeps nothing is no error, and one
// whose storage is full says so once.
export function store(name, value) {
  try {
    localStorage.setItem(`litslab.${name}`, JSON.stringify(value));
  } catch (error) {
    if (error.name !== "QuotaExceededError" || isFullTold) return;
    isFullTold = true;
    say(tr("The browser's storage is full: nothing more is kept for the next visit."), true);
  }
}

export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(`litslab.${name}`));
  } catch {
    return null;
  }
}

// The link to something unfinished that was kept under a name, with its title, if it is one.
export const unfinished = (name, start) =>
  [stored(name)].find((kept) => kept?.hash?.startsWith?.(start));
