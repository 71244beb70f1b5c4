import { paneName } from "../../api/pane.ts";
import { modifierKey } from "./modifierKey.ts";

/** A key combination and the key of its description. */
interface Shortcut {
  readonly keys: readonly string[];
  readonly meaning: string;
}

/** Every key combination of the console, with this system's key names. */
export const shortcuts = (): readonly Shortcut[] => [
  { keys: [modifierKey(), "K"], meaning: "keys.palette" },
  { keys: [":"], meaning: "browse.command" },
  { keys: ["Ctrl", "`"], meaning: "commandLine.open" },
  { keys: ["/"], meaning: "keys.filter" },
  { keys: ["g"], meaning: "keys.search" },
  { keys: ["↑", "↓"], meaning: "keys.move" },
  { keys: ["Home", "End"], meaning: "keys.ends" },
  { keys: ["PgUp", "PgDn"], meaning: "keys.page" },
  { keys: ["Enter"], meaning: "keys.open" },
  { keys: ["e", "y"], meaning: "keys.yaml" },
  { keys: ["m"], meaning: "keys.rowMenu" },
  { keys: ["Space"], meaning: "browse.markedHint" },
  { keys: ["Esc"], meaning: "keys.close" },
  ...(paneName() === undefined ? [] : [{ keys: ["[", "]"], meaning: "panes.keys" }]),
  { keys: [modifierKey(), "S"], meaning: "keys.apply" },
  { keys: ["?"], meaning: "keys.help" },
];
