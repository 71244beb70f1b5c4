import type * as english from "../en/saving.ts";

export const saving: typeof english.saving = {
  ownership: "Wem welche Felder gehören",
  sameOwners: "Kein Feld wechselt den Besitzer.",
  gained_one: "{{manager}} wird ein weiteres Feld besitzen:",
  gained_other: "{{manager}} wird {{count}} weitere Felder besitzen:",
  lost_one: "{{manager}} wird ein Feld nicht mehr besitzen:",
  lost_other: "{{manager}} wird {{count}} Felder nicht mehr besitzen:",
  more: "und {{count}} weitere",
  ownAll: "Jedes Feld dieses Textes besitzen.",
  ownAllText:
    "Andere haben dann einen Konflikt, wenn sie einem davon einen anderen Wert geben. Sonst besitzen Sie, was Sie geändert haben und schon besaßen.",
  otherVersion:
    "Was Sie von diesem Objekt besitzen, wurde in einer anderen Version seiner Art geschrieben, deren Felder anders heißen. Deshalb wird jedes Feld des Textes beansprucht.",
  unclaimed: "Ihre Änderung ist gespeichert, aber nicht alle ihre Felder konnten beansprucht werden: {{message}}",
};

export const conflict: typeof english.conflict = {
  title_one: "Ein Feld gehört einem anderen Manager",
  title_other: "{{count}} Felder gehören anderen Managern",
  text: "Noch ist nichts gespeichert. Entscheiden Sie über jedes Feld, dann speichern Sie.",
  previewText:
    "Die Vorschau hat diese Konflikte gefunden; gespeichert ist noch nichts. Entscheiden Sie über jedes Feld, dann prüfen Sie erneut.",
  owner: "Besitzer",
  theirValue: "Deren Wert",
  myValue: "Mein Wert",
  theirs: "Deren Wert übernehmen",
  theirsText: "Deren Wert in meinen Text übernehmen.",
  mine: "Meinen erzwingen",
  mineText: "Mein Wert gilt; {{owners}} verliert das Feld.",
  remove: "Entfernen",
  removeText: "Das Feld entfernen, auch bei {{owners}}.",
  leave: "Ihnen überlassen",
  leaveText: "Deren Wert bleibt; mein Anspruch entfällt.",
  share: "Teilen",
  shareText: "Deren Wert bleibt; das Feld gehört auch mir.",
  choice: "Was mit {{field}} geschehen soll",
  open_one: "Über ein Feld ist noch nicht entschieden.",
  open_other: "Über {{count}} Felder ist noch nicht entschieden.",
  forAll: "Für alle Felder:",
  applyChoices: "Auswahl speichern",
  previewChoices: "Auswahl prüfen",
  absent: "(fehlt)",
  operation: "{{operation}}, vor {{age}}",
  dismiss: "Zurück zum Text",
};

export const refusal: typeof english.refusal = {
  unreached: "Der Server ist nicht erreichbar",
  unauthorized: "Der Server erkennt Ihre Anmeldung nicht an",
  forbidden: "Das dürfen Sie nicht",
  missing: "Der Server findet das Objekt, seinen Namespace oder seine Art nicht",
  exists: "Ein Objekt dieses Namens gibt es schon",
  overtaken: "Das Objekt hat sich inzwischen geändert",
  invalid: "Der Server nimmt dieses Objekt nicht an",
  busy: "Der Server ist überlastet",
  unanswered: "Der Server hat nicht geantwortet",
  refused: "Der Server versteht die Anfrage nicht",
  unable: "Der Server konnte die Anfrage nicht verarbeiten",
  failed: "In der Konsole ist etwas schiefgegangen",
  onlyPreview: "Dies war nur eine Vorschau.",
  notSaved: "Nichts wurde gespeichert. Ihr Text bleibt erhalten.",
  savedPerhaps: "Ihr Text bleibt erhalten. Sollte er doch gespeichert sein, schadet erneutes Speichern nicht.",
  notCreated: "Nichts wurde angelegt. Ihr Text bleibt erhalten.",
  createdPerhaps: "Ihr Text bleibt erhalten. Sollte das Objekt doch angelegt sein, ändert erneutes Anlegen nichts.",
};
