// The keyboard's focus returns to a button that is drawn or enabled again; from one that is gone it
// moves to the board.
const view = document.getElementById("view");
let focused = null;
const note = ({ target }) => {
  focused = target.matches("button:focus-visible") ? target : null;
};
note({ target: document.activeElement });
view.addEventListener("focusin", note);
// On its way to another control the focus is nowhere, and is not called back.
view.addEventListener(
  "blur",
  ({ relatedTarget }) => {
    if (relatedTarget) focused = null;
  },
  true,
);
new MutationObserver(() => {
  if (!focused || focused.disabled || ![document.body, focused].includes(document.activeElement)) {
    return;
  }
  if (!focused.checkVisibility()) focused = view.querySelector("[role=application]");
  focused?.focus({ preventScroll: true });
}).observe(view, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
