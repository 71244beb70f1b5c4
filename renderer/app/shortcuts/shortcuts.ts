import { paneName } from "../../api/pane.ts";
import { modifierKey } from "./modifierKey.ts";

/** A combination of keys and the key of the text that says what it does. */
interface Shortcut {
  readonly keys: readonly string[];
  readonly meaning: string;
}

/** Every key combination of the console, with the key names of this system. */
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
  { keys: ["e"], meaning: "keys.yaml" },
  { keys: ["m"], meaning: "keys.rowMenu" },
  { keys: ["Space"], meaning: "browse.markedHint" },
  { keys: ["Esc"], meaning: "keys.close" },
  ...(paneName() === undefined ? [] : [{ keys: ["[", "]"], meaning: "panes.keys" }]),
  { keys: [modifierKey(), "S"], meaning: "keys.apply" },
  { keys: ["?"], meaning: "keys.help" },
];
