import { type DefaultRole, paths, resources } from "./shapes.ts";

/** Roles for people, and the roles they are aggregated from. */
export const userRoles: readonly DefaultRole[] = [
  {
    name: "admin",
    aggregates: ["admin"],
  },
  {
    name: "cluster-admin",
    rules: [resources("*", "*", "*"), paths("*", "*")],
  },
  {
    name: "edit",
    aggregatesTo: ["admin"],
    aggregates: ["edit"],
  },
  {
    name: "system:aggregate-to-admin",
    aggregatesTo: ["admin"],
    rules: [
      resources("create", "authorization.{domain}", "localsubjectaccessreviews"),
      resources(
        "create delete deletecollection get list patch update watch",
        "rbac.authorization.{domain}",
        "rolebindings roles",
      ),
    ],
  },
  {
    name: "system:aggregate-to-edit",
    aggregatesTo: ["edit"],
    rules: [
      resources("get list watch", "", "pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy"),
      resources("impersonate", "", "serviceaccounts"),
      resources(
        "create delete deletecollection patch update",
        "",
        "pods pods/attach pods/exec pods/portforward pods/proxy",
      ),
      resources("create", "", "pods/eviction"),
      resources(
        "create delete deletecollection patch update",
        "",
        "configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy",
      ),
      resources("create", "", "serviceaccounts/token"),
      resources(
        "create delete deletecollection patch update",
        "apps",
        "daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale",
      ),
      resources("create delete deletecollection patch update", "autoscaling", "horizontalpodautoscalers"),
      resources("create delete deletecollection patch update", "batch", "cronjobs jobs"),
      resources(
        "create delete deletecollection patch update",
        "extensions",
        "daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale",
      ),
      resources("create delete deletecollection patch update", "policy", "poddisruptionbudgets"),
      resources("create delete deletecollection patch update", "networking.{domain}", "ingresses networkpolicies"),
      resources("create delete deletecollection get list patch update watch", "coordination.{domain}", "leases"),
    ],
  },
  {
    name: "system:aggregate-to-view",
    aggregatesTo: ["view"],
    rules: [
      resources(
        "get list watch",
        "",
        "configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status",
      ),
      resources(
        "get list watch",
        "",
        "bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status",
      ),
      resources("get list watch", "", "namespaces"),
      resources("get list watch", "discovery.{domain}", "endpointslices"),
      resources(
        "get list watch",
        "apps",
        "controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status",
      ),
      resources("get list watch", "autoscaling", "horizontalpodautoscalers horizontalpodautoscalers/status"),
      resources("get list watch", "batch", "cronjobs cronjobs/status jobs jobs/status"),
      resources(
        "get list watch",
        "extensions",
        "daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale",
      ),
      resources("get list watch", "policy", "poddisruptionbudgets poddisruptionbudgets/status"),
      resources("get list watch", "networking.{domain}", "ingresses ingresses/status networkpolicies"),
    ],
  },
  {
    name: "view",
    aggregatesTo: ["edit"],
    aggregates: ["view"],
  },
];
