import type { forwards as english } from "../en/forwards.ts";

/** Ports of pods on addresses of this machine. */
export const forwards: typeof english = {
  tab: "Portweiterleitung",
  lead: "Ein weitergeleiteter Port ist eine Adresse nur dieses Rechners, die in den Pod führt, mit den Rechten, mit denen die Konsole den Cluster sieht. Er endet mit dem Cluster oder der Konsole.",
  new: "Einen Port weiterleiten",
  forward: "Weiterleiten",
  otherPort: "Anderer Port",
  localPort: "Port dieses Rechners",
  free: "ein freier",
  ofThis: "Offen für {{name}}",
  others: "Offen für andere",
  open: "Weitergeleitete Ports",
  none: "Nichts wird weitergeleitet.",
  address: "Adresse",
  leadsTo: "Führt zu",
  openedFor: "Geöffnet für",
  connections: "Verbindungen",
  count: "{{open}} offen, {{total}} insgesamt",
  state: "Zustand",
  listens: "Wartet auf Verbindungen",
  stop: "Beenden",
  copy: "Adresse kopieren",
  noPod: "Keiner der Pods des Services ist bereit.",
  noPort: "Kein Container des Pods hat einen Port namens {{port}}.",
};
