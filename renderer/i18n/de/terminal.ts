import type { terminal as english } from "../en/terminal.ts";

/** Terminals in containers. */
export const terminal: typeof english = {
  tab: "Terminal",
  bar: "Wohin das Terminal führt",
  screen: "Terminal",
  container: "Container",
  command: "Befehl",
  commandHint: "bash, sonst sh",
  open: "Shell öffnen",
  again: "Neu öffnen",
  attach: "Anhängen",
  debug: "Debug-Container …",
  debugTitle: "Debug-Container zu {{pod}} hinzufügen",
  debugLead: "Er bringt Werkzeuge mit, die den Images des Pods fehlen, und bleibt so lange wie der Pod.",
  debugAdd: "Hinzufügen und anhängen",
  image: "Image",
  target: "Sieht die Prozesse von",
  idle: "Eine Shell in {{name}}",
  idleLead:
    "Eine Shell läuft neben dem Programm des Containers. Anhängen zeigt dieses Programm selbst. Nichts läuft, bevor Sie es wollen.",
  waiting: "wartet",
  notRunning: "Der Container {{name}} läuft nicht.",
  awaits: "{{name}} startet:",
  opening: "Wird geöffnet",
  connected: "Verbunden",
  exited: "Beendet mit Exit-Code {{code}}",
  failed: "Lief nicht",
  refused: "Verweigert",
  lost: "Verbindung verloren",
  endInput: "Eingabe beenden",
  leaves: "verlässt das Terminal",
};
