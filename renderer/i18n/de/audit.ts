import type { audit as english } from "../en/audit.ts";

/** Texts of the audit log. */
export const audit: typeof english = {
  user: "Benutzer",
  as: "Handelt als",
  by: "durch {{name}}",
  nobody: "unbekannter Benutzer",
  verb: "Verb",
  object: "Objekt",
  decision: "Entscheidung",
  allowed: "Erlaubt",
  forbidden: "Verboten",
  reason: "Grund",
  message: "Meldung",
  stage: "Phase",
  json: "Das Event, wie es aufgezeichnet wurde",
  detail: "Einzelheiten des Events",
  everybody: "Alle Benutzer",
  people: "Ohne die des Systems",
  allVerbs: "Alle Verben",
  changesOnly: "Nur Änderungen",
  deniedOnly: "Nur Abgewiesene",
  opening: "Wird geöffnet …",
  open: "Live",
  lost: "Die Verbindung wird wieder gesucht …",
  none: "Noch wurde nichts aufgezeichnet",
  noMatch: "Kein Event passt zum Filter",
  noneText:
    "Der Server zeichnet jede Anfrage auf, die seine Audit-Richtlinie auswählt. Die einer Sandbox liegt im Ordner audit ihrer Daten; Änderungen gelten ab ihrem nächsten Start.",
  keptSince_one: "Hier ist das letzte Event, von {{time}}; frühere stehen in diesem Ordner.",
  keptSince_other: "Hier sind die letzten {{count}} Events, ab {{time}}; frühere stehen in diesem Ordner.",
  remote: "Das Audit-Log dieses Clusters ist von hier aus nicht lesbar",
  remoteText:
    "Die API bietet es nicht an: Ein Server schreibt sein Audit-Log in eine Datei oder sendet es an einen Dienst, wie seine Administratoren es eingerichtet haben. Fragen Sie dort nach, oder probieren Sie es in einer Sandbox aus, deren Log hier zu sehen ist.",
};
