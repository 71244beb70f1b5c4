import { type DefaultRole, resources } from "./shapes.ts";

/** Roles of the controllers, second half of the alphabet. Each is bound to the service account of its name. */
export const controllerRolesLtoZ: readonly DefaultRole[] = [
  {
    name: "system:controller:legacy-service-account-token-cleaner",
    rules: [
      resources("get", "", "configmaps", "{prefix}-apiserver-legacy-service-account-token-tracking"),
      resources("delete patch", "", "secrets"),
    ],
  },
  {
    name: "system:controller:namespace-controller",
    rules: [
      resources("delete get list watch", "", "namespaces"),
      resources("update", "", "namespaces/finalize namespaces/status"),
      resources("delete deletecollection get list watch", "*", "*"),
    ],
  },
  {
    name: "system:controller:node-controller",
    rules: [
      resources("delete get list patch update watch", "", "nodes"),
      resources("patch update", "", "nodes/status"),
      resources("patch update", "", "pods/status"),
      resources("delete get list watch", "", "pods"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:persistent-volume-binder",
    rules: [
      resources("create delete get list update watch", "", "persistentvolumes"),
      resources("update", "", "persistentvolumes/status"),
      resources("get list update watch", "", "persistentvolumeclaims"),
      resources("update", "", "persistentvolumeclaims/status"),
      resources("create delete get list watch", "", "pods"),
      resources("get list watch", "storage.{domain}", "storageclasses"),
      resources("list watch", "", "nodes"),
      resources("create patch update", ["", "events.{domain}"], "events"),
      resources("watch", "", "events"),
      resources("get", "", "services"),
    ],
  },
  {
    name: "system:controller:pod-garbage-collector",
    rules: [
      resources("delete list watch", "", "pods"),
      resources("get list watch", "", "nodes"),
      resources("patch", "", "pods/status"),
    ],
  },
  {
    name: "system:controller:pv-protection-controller",
    rules: [
      resources("get list update watch", "", "persistentvolumes"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:pvc-protection-controller",
    rules: [
      resources("get list update watch", "", "persistentvolumeclaims"),
      resources("get list watch", "", "pods"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:replicaset-controller",
    rules: [
      resources("get list update watch", ["apps", "extensions"], "replicasets"),
      resources("update", ["apps", "extensions"], "replicasets/status"),
      resources("update", ["apps", "extensions"], "replicasets/finalizers"),
      resources("create delete list patch watch", "", "pods"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:replication-controller",
    rules: [
      resources("get list update watch", "", "replicationcontrollers"),
      resources("update", "", "replicationcontrollers/status"),
      resources("update", "", "replicationcontrollers/finalizers"),
      resources("create delete list patch watch", "", "pods"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:resourcequota-controller",
    rules: [
      resources("list watch", "*", "*"),
      resources("update", "", "resourcequotas/status"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:root-ca-cert-publisher",
    rules: [
      resources("create update", "", "configmaps"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:route-controller",
    rules: [
      resources("list watch", "", "nodes"),
      resources("patch", "", "nodes/status"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:service-account-controller",
    rules: [
      resources("create", "", "serviceaccounts"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:service-controller",
    rules: [
      resources("get list watch", "", "services"),
      resources("patch update", "", "services/status"),
      resources("list watch", "", "nodes"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:service-cidrs-controller",
    gate: "MultiCIDRServiceAllocator",
    rules: [
      resources("get list patch update watch", "networking.{domain}", "servicecidrs"),
      resources("patch update", "networking.{domain}", "servicecidrs/finalizers"),
      resources("patch update", "networking.{domain}", "servicecidrs/status"),
      resources("get list watch", "networking.{domain}", "ipaddresses"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:statefulset-controller",
    rules: [
      resources("list watch", "", "pods"),
      resources("get list watch", "apps", "statefulsets"),
      resources("update", "apps", "statefulsets/status"),
      resources("update", "apps", "statefulsets/finalizers"),
      resources("create delete get patch update", "", "pods"),
      resources("create delete get list patch update watch", "apps", "controllerrevisions"),
      resources("create get list watch", "", "persistentvolumeclaims"),
      resources("create patch update", ["", "events.{domain}"], "events"),
      resources("delete update", "", "persistentvolumeclaims"),
      resources("update", "", "pods/finalizers"),
    ],
  },
  {
    name: "system:controller:ttl-after-finished-controller",
    rules: [
      resources("delete get list watch", "batch", "jobs"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:ttl-controller",
    rules: [
      resources("list patch update watch", "", "nodes"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:validatingadmissionpolicy-status-controller",
    rules: [
      resources("get list watch", "admissionregistration.{domain}", "validatingadmissionpolicies"),
      resources("get patch update", "admissionregistration.{domain}", "validatingadmissionpolicies/status"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
];
