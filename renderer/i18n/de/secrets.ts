import type { secrets as english } from "../en/secrets.ts";

/** Texts about values that are hidden until the user reveals them. */
export const secrets: typeof english = {
  hidden: "Geheime Werte sind in dieser Ansicht verborgen.",
  shown: "Geheime Werte sind sichtbar, bis Sie diese Ansicht verlassen.",
  show: "Werte zeigen",
  hide: "Werte verbergen",
  changed: "geändert",
  text: "YAML ohne die geheimen Werte",
  hiddenText:
    "Geheime Werte sind verborgen. Beim Bearbeiten stehen sie als Base64 da; Ungespeichertes bleibt nur, bis dieses Fenster schließt.",
  edit: "Werte zeigen und bearbeiten",
};
