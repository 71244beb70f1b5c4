import type { forwards as english } from "../en/forwards.ts";

/** Texts of port forwarding. */
export const forwards: typeof english = {
  tab: "Portweiterleitung",
  lead: "Verbindet einen Port dieses Rechners (127.0.0.1) mit einem Port des Pods, mit Ihren Rechten. Die Weiterleitung endet, wenn Sie den Cluster oder die Konsole beenden.",
  new: "Einen Port weiterleiten",
  forward: "Weiterleiten",
  otherPort: "Anderer Port",
  localPort: "Lokaler Port",
  free: "ein freier Port",
  ofThis: "Offen für {{name}}",
  others: "Offen für andere",
  open: "Weitergeleitete Ports",
  none: "Es wird kein Port weitergeleitet.",
  address: "Adresse",
  leadsTo: "Ziel",
  openedFor: "Geöffnet für",
  connections: "Verbindungen",
  count: "{{open}} offen, {{total}} insgesamt",
  state: "Zustand",
  listens: "Wartet auf Verbindungen",
  stop: "Beenden",
  copy: "Adresse kopieren",
  gone: "{{name}} gibt es nicht mehr.",
  noPod: "Keiner der Pods des Services ist bereit.",
  noPort: "Kein Container des Pods hat einen Port namens {{port}}.",
};
