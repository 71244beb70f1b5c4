/** Notifications of the system. */
export const notices = {
  lost: "Contact was lost. The list may be out of date.",
  refused: "The server refuses the list now.",
  default: "This browser has not been asked yet whether Orrery may notify you.",
  granted: "Notifications are shown by the system, while you look elsewhere.",
  denied: "This browser does not let Orrery notify you; its own settings for this page can change that.",
  unsupported: "This browser has no notifications.",
  ask: "Ask the browser",
};
