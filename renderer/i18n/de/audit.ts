import type { audit as english } from "../en/audit.ts";

/** Texte des Audit-Protokolls. */
export const audit: typeof english = {
  user: "Benutzer",
  as: "Handelt als",
  by: "durch {{name}}",
  nobody: "niemand Bekanntes",
  verb: "Verb",
  object: "Objekt",
  decision: "Entscheidung",
  allowed: "Erlaubt",
  forbidden: "Verboten",
  reason: "Grund",
  message: "Meldung",
  stage: "Phase",
  json: "Das Ereignis, wie es aufgezeichnet wurde",
  detail: "Einzelheiten des Ereignisses",
  everybody: "Alle Benutzer",
  people: "Ohne die des Systems",
  allVerbs: "Alle Verben",
  deniedOnly: "Nur Abgewiesene",
  opening: "Wird geöffnet …",
  open: "Live",
  lost: "Die Verbindung wird wieder gesucht …",
  none: "Noch wurde nichts aufgezeichnet",
  noMatch: "Kein Ereignis passt zum Filter",
  noneText:
    "Der Server zeichnet jede Anfrage auf, die seine Audit-Richtlinie auswählt. Die einer Sandbox liegt im Ordner audit ihrer Daten; Änderungen gelten ab ihrem nächsten Start.",
  remote: "Das Audit-Protokoll dieses Clusters ist von hier aus nicht lesbar",
  remoteText:
    "Die API bietet es nicht an: Ein Server schreibt sein Audit-Protokoll in eine Datei oder sendet es an einen Dienst, wie seine Verwalter es eingerichtet haben. Fragen Sie dort nach, oder probieren Sie es in einer Sandbox aus, deren Protokoll hier zu sehen ist.",
};
