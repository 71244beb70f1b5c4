/** Texts about values that are hidden until the user reveals them. */
export const secrets = {
  hidden: "Secret values are hidden in this view.",
  shown: "Secret values are shown in this view until you leave it.",
  show: "Show values",
  hide: "Hide values",
  changed: "changed",
  text: "YAML without the secret values",
  hiddenText:
    "Secret values are hidden. Editing shows them as base64; unsaved text is kept only until this window closes.",
  edit: "Show values and edit",
};
