import type { waiting as english } from "../en/waiting.ts";

export const waiting: typeof english = {
  slow: "Der Server antwortet langsam.",
  listGivenUp: "Sie haben das Lesen dieser Liste abgebrochen",
  listGivenUpText: "Was der Server hier hat, ist nicht bekannt.",
  writeAbandoned:
    "Sie haben nicht auf die Antwort gewartet. Der Server kann die Änderung trotzdem gespeichert haben; erneut zu speichern ist sicher: Nichts, was andere geschrieben haben, wird überschrieben.",
  deletionAbandoned:
    "Sie haben nicht auf die Antwort gewartet. Der Server kann es trotzdem gelöscht haben; erneut zu löschen ist sicher: Nur genau dieses Objekt ist gemeint.",
  unknown: "Nicht abgewartet; der Server kann es trotzdem getan haben.",
  gone: "Das Objekt wurde auf dem Server gelöscht. Ihr Text bleibt erhalten; damit können Sie das Objekt neu anlegen.",
  again: "Erneut versuchen",
  goBack: "Zurück",
};
