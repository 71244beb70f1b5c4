/** Texts of system notifications. */
export const notices = {
  lost: "Contact was lost. The list may be out of date.",
  refused: "The server refuses the list now.",
  default: "The browser has not granted notifications yet.",
  granted: "The system shows notifications while the window is in the background.",
  denied: "The browser blocks notifications of Orrery. You can change that in its settings for this page.",
  unsupported: "This browser does not support notifications.",
  ask: "Ask the browser",
};
