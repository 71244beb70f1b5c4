import type * as english from "../en/clusters.ts";

/** Texts about clusters. */
export const clusters: typeof english.clusters = {
  title: "Cluster",
  lead: "Sandboxes laufen in Orrery selbst; entfernte Cluster stammen aus Ihrer Kubeconfig.",
  sandbox: "Sandbox",
  remote: "Entfernt",
  apiServer: "API-Server",
  kubeconfig: "Kubeconfig",
  open: "Öffnen",
  copyAddress: "API-Adresse kopieren",
  copyKubeconfig: "Kubeconfig-Pfad kopieren",
  unknown: "Unbekannter Cluster",
  unknownText: "Orrery kennt keinen Cluster mit der ID „{{id}}“.",
  switch: "Cluster wechseln",
};
