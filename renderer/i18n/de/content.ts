import type { content as english } from "../en/content.ts";

export const content: typeof english = {
  beginWith: "Beginnen mit",
  empty: "Leerer Cluster",
  emptyText: "Nur was der Cluster selbst braucht.",
  load: "Beispiel laden",
  loadText: "Ein Webshop mit Services, Konfiguration, Rechten und Policies; oder ein Rätsel, oder zehntausend Objekte.",
  loadTitle: "{{title}} laden",
  others: "Weitere Beispiele",
  loading: "{{title}}: {{done}} von {{count}} Objekten geladen",
  loaded: "{{title}}: geladen",
  brokeOff: "{{title}}: nicht alles wurde geladen: {{problem}}",
  cancelled: "{{title}}: abgebrochen; was geladen wurde, bleibt",
  goOn: "Fortsetzen",
};
