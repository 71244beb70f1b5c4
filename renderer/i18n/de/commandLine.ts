import type { commandLine as english } from "../en/commandLine.ts";

/** Texts of the command line at the bottom of the pages. */
export const commandLine: typeof english = {
  title: "Befehlszeile",
  open: "Befehlszeile öffnen oder schließen",
  close: "Befehlszeile schließen",
  clear: "Leeren",
  stop: "Anhalten",
  running: "Ein Befehl läuft",
  prompt: "Befehl",
  output: "Ausgaben der Befehle",
  height: "Höhe der Befehlszeile",
  hint: "kubectl-Befehle funktionieren hier, mit oder ohne das Wort kubectl: get pods, describe pod/web, logs, rollout undo … help nennt sie, Tab ergänzt.",
};
