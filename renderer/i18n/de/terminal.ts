import type { terminal as english } from "../en/terminal.ts";

/** Terminals in containers. */
export const terminal: typeof english = {
  tab: "Terminal",
  bar: "Container und Befehl",
  screen: "Terminal",
  container: "Container",
  command: "Befehl",
  commandHint: "bash, sonst sh",
  open: "Shell öffnen",
  again: "Neu verbinden",
  attach: "Attach",
  debug: "Debug-Container …",
  debugTitle: "Debug-Container zu {{pod}} hinzufügen",
  debugLead: "Er bringt Werkzeuge mit, die den Images des Pods fehlen, und bleibt so lange wie der Pod.",
  debugAdd: "Hinzufügen und verbinden",
  image: "Image",
  target: "Prozesse teilen mit",
  idle: "Eine Shell in {{name}}",
  idleLead:
    "Eine Shell läuft neben dem Hauptprozess des Containers. „Attach“ verbindet mit dem Hauptprozess. Die Konsole startet nichts von selbst.",
  waiting: "wartet",
  notRunning: "Der Container {{name}} läuft nicht.",
  awaits: "{{name}} startet:",
  opening: "Wird geöffnet",
  connected: "Verbunden",
  exited: "Beendet mit Exit-Code {{code}}",
  failed: "Start fehlgeschlagen",
  refused: "Verweigert",
  lost: "Verbindung verloren",
  endInput: "Eingabe beenden",
  leaves: "verlässt das Terminal",
};
