import type * as english from "../en/shell.ts";

/** Texts of the console's frame: bars, menus, keys. */
export const app: typeof english.app = {
  name: "Orrery",
  skip: "Zum Inhalt springen",
  openAgain: "Orrery neu öffnen",
  openAgainText:
    "Die Sitzung dieses Fensters ist zu Ende. Starten Sie Orrery neu oder öffnen Sie die ausgegebene Adresse.",
  hostGone: "Orrery antwortet nicht",
  hostGoneText: "Die Konsole erreicht ihren Host-Prozess nicht. Läuft Orrery noch?",
  unreadableText:
    "Die Antwort brach ab, oder ein Programm zwischen Konsole und Cluster hat sie geschickt, etwa ein Proxy, der eine Anmeldung verlangt.",
  retry: "Erneut versuchen",
  close: "Schließen",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Ins Fenster einpassen",
  checkField: "Bitte das Feld „{{name}}“ prüfen.",
  cancel: "Abbrechen",
  more_one: "{{count}} weiteres zeigen",
  more_other: "{{count}} weitere zeigen",
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Der Browser lässt die Konsole nicht kopieren. Markieren und kopieren Sie den Text selbst.",
  notFound: "Hier ist nichts",
  notFoundText: "Unter dieser Adresse hat die Konsole keine Seite.",
  home: "Alle Cluster",
  loading: "Lädt …",
  readOnly:
    "{{name}} ist in Orrery schreibgeschützt. Änderungen erlauben Sie auf der Startseite oder in den Einstellungen.",
  notRunning: "{{name}} läuft nicht. Starten Sie ihn, um etwas zu ändern.",
  notLoaded: "Diese Ansicht ließ sich nicht laden",
  notLoadedText:
    "Orrery antwortet nicht oder wurde inzwischen aktualisiert. „Erneut versuchen“ lädt die Seite neu, sobald Orrery antwortet.",
  crashed: "Diese Ansicht ist abgestürzt",
  reload: "Neu laden",
};

export const top: typeof english.top = {
  palette: "Gehe zu …",
  paletteLabel: "Befehlspalette öffnen",
  namespace: "Namespace",
  allNamespaces: "Alle Namespaces",
  findNamespace: "Namespace suchen oder eingeben …",
  useNamespace: "„{{name}}“ verwenden",
  namespacesForbidden: "Sie dürfen Namespaces nicht auflisten; geben Sie einen Namen ein.",
  theme: "Farbschema",
  themeSystem: "Wie das System",
  themeLight: "Hell",
  themeDark: "Dunkel",
  language: "Sprache",
  shortcuts: "Tastenkürzel",
  settings: "Darstellung und Sprache",
};

export const side: typeof english.side = {
  label: "Ressourcen",
  search: "Art suchen …",
  nothing: "Keine Art passt.",
  access: "Zugriff",
  discovering: "Der Server wird gefragt, was er anbietet …",
  failed: "Die Discovery ist fehlgeschlagen",
  workloads: "Workloads",
  config: "Konfiguration",
  network: "Netzwerk",
  storage: "Speicher",
  accessGroup: "Zugriff",
  cluster: "Cluster",
  custom: "Eigene",
  tools: "Werkzeuge",
};

export const palette: typeof english.palette = {
  label: "Befehlspalette",
  placeholder: "Seite, Art oder Objekt öffnen, oder eine Aktion ausführen …",
  nothing: "Nichts gefunden.",
  searching: "Objekte werden nach Namen gesucht …",
  partial:
    "Von {{kinds}} werden nur die ersten {{most}} Objekte über einen Teil des Namens gefunden. Geben Sie sonst den ganzen Namen ein.",
  pages: "Seiten",
  kinds: "Arten",
  objects: "Objekte",
  namespaces: "Namespaces",
  clusters: "Cluster",
  actions: "Aktionen",
  create: "Anlegen",
  settings: "Einstellungen",
};

export const keys: typeof english.keys = {
  title: "Tastenkürzel",
  palette: "Befehlspalette",
  filter: "Liste filtern",
  help: "Diese Übersicht",
  move: "In der Tabelle bewegen",
  open: "Einzelheiten; nochmals öffnet die Seite",
  close: "Seitenleiste oder Dialog schließen",
  ends: "Erste und letzte Zeile",
  page: "Eine Seite auf oder ab",
  search: "Art in der Seitenleiste suchen",
  apply: "Im Editor anwenden",
  rowMenu: "Menü der gewählten Zeile",
  yaml: "YAML des gewählten Objekts oder dessen der Seite",
};
