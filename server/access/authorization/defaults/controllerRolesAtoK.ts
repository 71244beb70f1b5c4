import { type DefaultRole, resources } from "./shapes.ts";

/** Roles of the controllers, first half of the alphabet. Each is bound to the service account of its name. */
export const controllerRolesAtoK: readonly DefaultRole[] = [
  {
    name: "system:controller:attachdetach-controller",
    rules: [
      resources("list watch", "", "persistentvolumeclaims persistentvolumes"),
      resources("get list watch", "", "nodes"),
      resources("patch update", "", "nodes/status"),
      resources("list watch", "", "pods"),
      resources("create patch update", ["", "events.{domain}"], "events"),
      resources("create delete get list watch", "storage.{domain}", "volumeattachments"),
      resources("get list watch", "storage.{domain}", "csidrivers"),
      resources("get list watch", "storage.{domain}", "csinodes"),
    ],
  },
  {
    name: "system:controller:certificate-controller",
    rules: [
      resources("delete get list watch", "certificates.{domain}", "certificatesigningrequests"),
      resources(
        "update",
        "certificates.{domain}",
        "certificatesigningrequests/approval certificatesigningrequests/status",
      ),
      resources("approve", "certificates.{domain}", "signers", "{labelDomain}/{prefix}-apiserver-client-kubelet"),
      resources(
        "sign",
        "certificates.{domain}",
        "signers",
        "{labelDomain}/{prefix}-apiserver-client {labelDomain}/{prefix}-apiserver-client-kubelet {labelDomain}/kubelet-serving {labelDomain}/legacy-unknown",
      ),
      resources("create", "authorization.{domain}", "subjectaccessreviews"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:clusterrole-aggregation-controller",
    rules: [resources("escalate get list patch update watch", "rbac.authorization.{domain}", "clusterroles")],
  },
  {
    name: "system:controller:cronjob-controller",
    rules: [
      resources("get list update watch", "batch", "cronjobs"),
      resources("create delete get list patch update watch", "batch", "jobs"),
      resources("update", "batch", "cronjobs/status"),
      resources("update", "batch", "cronjobs/finalizers"),
      resources("delete list watch", "", "pods"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:daemon-set-controller",
    rules: [
      resources("get list watch", ["apps", "extensions"], "daemonsets"),
      resources("update", ["apps", "extensions"], "daemonsets/status"),
      resources("update", ["apps", "extensions"], "daemonsets/finalizers"),
      resources("list watch", "", "nodes"),
      resources("create delete list patch watch", "", "pods"),
      resources("create", "", "pods/binding"),
      resources("create delete get list patch update watch", "apps", "controllerrevisions"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:deployment-controller",
    rules: [
      resources("get list update watch", ["apps", "extensions"], "deployments"),
      resources("update", ["apps", "extensions"], "deployments/status"),
      resources("update", ["apps", "extensions"], "deployments/finalizers"),
      resources("create delete get list patch update watch", ["apps", "extensions"], "replicasets"),
      resources("get list update watch", "", "pods"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:disruption-controller",
    rules: [
      resources("get list watch", ["apps", "extensions"], "deployments"),
      resources("get list watch", ["apps", "extensions"], "replicasets"),
      resources("get list watch", "", "replicationcontrollers"),
      resources("get list watch", "policy", "poddisruptionbudgets"),
      resources("get list watch", "apps", "statefulsets"),
      resources("update", "policy", "poddisruptionbudgets/status"),
      resources("patch update", "", "pods/status"),
      resources("get", "*", "*/scale"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:endpoint-controller",
    rules: [
      resources("get list watch", "", "pods services"),
      resources("create delete get list update watch", "", "endpoints"),
      resources("create", "", "endpoints/restricted"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:endpointslice-controller",
    rules: [
      resources("get list watch", "", "nodes pods services"),
      resources("update", "", "services/finalizers"),
      resources("create delete get list update watch", "discovery.{domain}", "endpointslices"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:endpointslicemirroring-controller",
    rules: [
      resources("get list watch", "", "endpoints services"),
      resources("update", "", "services/finalizers"),
      resources("update", "", "endpoints/finalizers"),
      resources("create delete get list update watch", "discovery.{domain}", "endpointslices"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:ephemeral-volume-controller",
    rules: [
      resources("get list watch", "", "pods"),
      resources("update", "", "pods/finalizers"),
      resources("create get list watch", "", "persistentvolumeclaims"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:expand-controller",
    rules: [
      resources("get list patch update watch", "", "persistentvolumes"),
      resources("patch update", "", "persistentvolumeclaims/status"),
      resources("get list watch", "", "persistentvolumeclaims"),
      resources("create patch update", ["", "events.{domain}"], "events"),
      resources("get", "", "services"),
    ],
  },
  {
    name: "system:controller:generic-garbage-collector",
    rules: [
      resources("delete get list patch update watch", "*", "*"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:horizontal-pod-autoscaler",
    rules: [
      resources("get list watch", "autoscaling", "horizontalpodautoscalers"),
      resources("update", "autoscaling", "horizontalpodautoscalers/status"),
      resources("get update", "*", "*/scale"),
      resources("list watch", "", "pods"),
      resources("list watch", "metrics.{domain}", "pods"),
      resources("get list watch", "custom.metrics.{domain}", "*"),
      resources("get list watch", "external.metrics.{domain}", "*"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:controller:job-controller",
    rules: [
      resources("get list patch update watch", "batch", "jobs"),
      resources("update", "batch", "jobs/status"),
      resources("update", "batch", "jobs/finalizers"),
      resources("create delete list patch watch", "", "pods"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
];
