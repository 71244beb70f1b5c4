import { type DefaultRole, resources } from "./shapes.ts";

/** Roles of the components of a cluster that run outside the server. */
export const componentRoles: readonly DefaultRole[] = [
  {
    name: "system:heapster",
    rules: [
      resources("get list watch", "", "events namespaces nodes pods"),
      resources("get list watch", "extensions", "deployments"),
    ],
  },
  {
    name: "system:{prefix}-aggregator",
    rules: [resources("get list watch", "", "endpoints services")],
  },
  {
    name: "system:{prefix}-controller-manager",
    rules: [
      resources("create patch update", ["", "events.{domain}"], "events"),
      resources("create", "coordination.{domain}", "leases"),
      resources("get update", "coordination.{domain}", "leases", "{prefix}-controller-manager"),
      resources("create", "", "secrets serviceaccounts"),
      resources("delete", "", "secrets"),
      resources("get", "", "configmaps namespaces secrets serviceaccounts"),
      resources("update", "", "secrets serviceaccounts"),
      resources("create", "authentication.{domain}", "tokenreviews"),
      resources("create", "authorization.{domain}", "subjectaccessreviews"),
      resources("list watch", "*", "*"),
      resources("create", "", "serviceaccounts/token"),
    ],
  },
  {
    name: "system:{prefix}-dns",
    rules: [resources("list watch", "", "endpoints services")],
  },
  {
    name: "system:{prefix}-scheduler",
    rules: [
      resources("create patch update", ["", "events.{domain}"], "events"),
      resources("create", "coordination.{domain}", "leases"),
      resources("get list update watch", "coordination.{domain}", "leases", "{prefix}-scheduler"),
      resources(
        "create delete deletecollection get list patch update watch",
        "coordination.{domain}",
        "leasecandidates",
      ),
      resources("get list watch", "", "nodes"),
      resources("delete get list watch", "", "pods"),
      resources("create", "", "bindings pods/binding"),
      resources("patch update", "", "pods/status"),
      resources("get list watch", "", "replicationcontrollers services"),
      resources("get list watch", ["apps", "extensions"], "replicasets"),
      resources("get list watch", "apps", "statefulsets"),
      resources("get list watch", "policy", "poddisruptionbudgets"),
      resources("get list watch", "", "persistentvolumeclaims persistentvolumes"),
      resources("create", "authentication.{domain}", "tokenreviews"),
      resources("create", "authorization.{domain}", "subjectaccessreviews"),
      resources("get list watch", "storage.{domain}", "csinodes"),
      resources("get list watch", "storage.{domain}", "volumeattachments"),
      resources("get list watch", "", "namespaces"),
      resources("get list watch", "storage.{domain}", "csidrivers"),
      resources("get list watch", "storage.{domain}", "csistoragecapacities"),
    ],
  },
  {
    name: "system:persistent-volume-provisioner",
    rules: [
      resources("create delete get list watch", "", "persistentvolumes"),
      resources("get list update watch", "", "persistentvolumeclaims"),
      resources("get list watch", "storage.{domain}", "storageclasses"),
      resources("watch", "", "events"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:volume-scheduler",
    rules: [
      resources("get list patch update watch", "", "persistentvolumes"),
      resources("get list watch", "storage.{domain}", "storageclasses"),
      resources("get list patch update watch", "", "persistentvolumeclaims"),
    ],
  },
];
