// Small helpers to build the page.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return node;
}

export const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
export const s = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

export function say(text, isError = false) {
  const status = document.getElementById("status");
  status.style.animation = "none"; // what is said is shown for a while, from now on
  status.textContent = text;
  status.classList.toggle("error", isError);
  void status.offsetWidth;
  status.style.animation = "";
}

// Run something that may fail, and say why it did.
export async function trying(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    say(error.message, true);
    return undefined;
  }
}

export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// What the browser keeps between visits; a browser that keeps nothing is no error.
export function store(name, value) {
  try { localStorage.setItem(`litslab.${name}`, JSON.stringify(value)); } catch { /* not kept */ }
}

export function stored(name) {
  try { return JSON.parse(localStorage.getItem(`litslab.${name}`)); } catch { return null; }
}
