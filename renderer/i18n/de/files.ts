import type { files as english } from "../en/files.ts";

export const files: typeof english = {
  choose: "Dateien öffnen …",
  scenarioWhere: "Öffnen Sie erst eine Sandbox: Ein Szenario wird auf einem Cluster gespielt.",
  scenarioWrong: "Das Szenario ist nicht lesbar. {{why}}",
  drop: "Zum Öffnen ablegen",
  dropOn: "Ablegen, um in {{name}} zu öffnen",
  dropText: "YAML- und JSON-Dateien mit Objekten oder eine Kubeconfig",
  opened_one: "Eine Datei geöffnet.",
  opened_other: "{{count}} Dateien geöffnet.",
  passedOver: "Nur YAML- und JSON-Dateien werden geöffnet; übergangen: {{names}}.",
  tooLarge: "Das ist zu viel: Höchstens {{megabytes}} MB lassen sich auf einmal öffnen.",
  tooMany: "Das sind zu viele: Höchstens {{files}} Dateien lassen sich auf einmal öffnen.",
  unreadable: "Die Dateien sind nicht lesbar. Ordner lassen sich nicht öffnen.",
  whichCluster: "Für welchen Cluster?",
  whichClusterText: "Noch wird nichts gesendet: Die Objekte werden gezeigt, bevor sie angelegt werden.",
  kubeconfig: "Kubeconfig {{name}} hinzufügen?",
  kubeconfigText:
    "Jeder Kontext darin wird hinzugefügt. Die Zugangsdaten bleiben bei Orrery. Orrery verbindet sich noch mit keinem Cluster.",
  kubeconfigAdd: "Kontexte hinzufügen",
  kubeconfigHere: "Das ist eine Kubeconfig. Zum Hinzufügen neben dem Editor ablegen.",
  scenarioHere: "Das ist ein Szenario. Zum Spielen neben dem Editor ablegen.",
  gone: "Die Datei ist nicht mehr da",
  goneText: "Bitte noch einmal öffnen oder ablegen.",
  nothingCreatable: "Hier lässt sich nichts anlegen",
  unknownCluster: "Der Link führt zum Cluster „{{id}}“, den Orrery nicht kennt.",
};
