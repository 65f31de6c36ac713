// What the theme makes while a page loads: names for the buttons beside code, and tables that
// scroll by keyboard.
function complete() {
  document.querySelectorAll(".md-code__nav").forEach((nav, number) => {
    nav.setAttribute("aria-label", `Code ${number + 1}`);
  });
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) table.tabIndex = 0;
}
new MutationObserver(complete).observe(document.documentElement, {
  childList: true,
  subtree: true,
});
complete();
