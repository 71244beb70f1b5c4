import type { content as english } from "../en/content.ts";

export const content: typeof english = {
  beginWith: "Beginnen mit",
  empty: "Leerer Cluster",
  emptyText: "Nur, was der Cluster selbst braucht.",
  load: "Beispiel laden",
  loadText: "Ein Webshop mit Services, Konfiguration, Rechten und Policies; oder ein Rätsel, oder zehntausend Objekte.",
  loadTitle: "Laden: {{title}}",
  others: "Weitere Beispiele",
  loading: "{{title}}: {{done}} von {{count}} Objekten sind da",
  loaded: "{{title}} ist da.",
  brokeOff: "{{title}} ist nicht vollständig: {{problem}}",
  goOn: "Fortsetzen",
};
