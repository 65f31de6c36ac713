// The keyboard's focus returns to a button that is drawn or enabled again; from one that is gone it
// moves to the board.
const view = /** @type {HTMLElement} */ (document.getElementById("view"));
/** @type {HTMLButtonElement | null} */
let focused = null;
/** @param {EventTarget | null} target */
const note = (target) => {
  const isButton = target instanceof HTMLButtonElement && target.matches(":focus-visible");
  focused = isButton ? target : null;
};
note(document.activeElement);
view.addEventListener("focusin", ({ target }) => note(target));
// On its way to another control the focus is nowhere, and is not called back.
view.addEventListener(
  "blur",
  ({ relatedTarget }) => {
    if (relatedTarget) focused = null;
  },
  true,
);
new MutationObserver(() => {
  const active = document.activeElement;
  if (!focused || focused.disabled || (active !== document.body && active !== focused)) return;
  /** @type {HTMLElement | null} */
  const board = view.querySelector("[role=application]");
  const next = focused.checkVisibility() ? focused : board;
  next?.focus({ preventScroll: true });
}).observe(view, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
