/** Texts about clusters. */
export const clusters = {
  title: "Clusters",
  lead: "Sandboxes run inside Orrery; remote clusters come from your kubeconfig.",
  sandbox: "Sandbox",
  remote: "Remote",
  apiServer: "API server",
  kubeconfig: "Kubeconfig",
  open: "Open",
  copyAddress: "Copy API address",
  copyKubeconfig: "Copy kubeconfig path",
  unknown: "No such cluster",
  unknownText: "Orrery knows no cluster with the id “{{id}}”.",
  switch: "Switch cluster",
};
