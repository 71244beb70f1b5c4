/** Texts of the two panes of a window, each with its own page and impersonated subject. */
export const panes = {
  title: "Two panes",
  open: "Open a second pane",
  viewBeside: "View in a second pane",
  self: "yourself",
  left: "Left pane, viewed as {{who}}",
  right: "Right pane, viewed as {{who}}",
  viewAs: "View as…",
  follow: "Show the page of the other pane",
  close: "Close this pane",
  divider: "Width of the panes",
  share: "Left pane: {{share}} percent",
  keys: "Go to the left or right pane",
};
