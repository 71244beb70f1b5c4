import { type DefaultRole, resources } from "./shapes.ts";

/** Roles inside the system namespaces. */
export const namespacedRoles: readonly DefaultRole[] = [
  {
    name: "system:controller:bootstrap-signer",
    namespace: "{prefix}-public",
    rules: [
      resources("get list watch", "", "configmaps"),
      resources("update", "", "configmaps", "cluster-info"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "extension-apiserver-authentication-reader",
    namespace: "{prefix}-system",
    rules: [resources("get list watch", "", "configmaps", "extension-apiserver-authentication")],
  },
  {
    name: "system::leader-locking-{prefix}-controller-manager",
    namespace: "{prefix}-system",
    rules: [
      resources("watch", "", "configmaps"),
      resources("get update", "", "configmaps", "{prefix}-controller-manager"),
      resources("create get list update watch", "coordination.{domain}", "leases"),
      resources("create get list update watch", "coordination.{domain}", "leasecandidates"),
    ],
  },
  {
    name: "system::leader-locking-{prefix}-scheduler",
    namespace: "{prefix}-system",
    rules: [
      resources("watch", "", "configmaps"),
      resources("get update", "", "configmaps", "{prefix}-scheduler"),
      resources("create get list update watch", "coordination.{domain}", "leases"),
      resources("create get list update watch", "coordination.{domain}", "leasecandidates"),
    ],
  },
  {
    name: "system:controller:bootstrap-signer",
    namespace: "{prefix}-system",
    rules: [resources("get list watch", "", "secrets")],
  },
  {
    name: "system:controller:cloud-provider",
    namespace: "{prefix}-system",
    rules: [resources("create get list watch", "", "configmaps")],
  },
  {
    name: "system:controller:token-cleaner",
    namespace: "{prefix}-system",
    rules: [
      resources("delete get list watch", "", "secrets"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
];
