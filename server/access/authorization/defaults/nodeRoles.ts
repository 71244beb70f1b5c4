import { type DefaultRole, resources } from "./shapes.ts";

/** Roles of nodes and of the programs that set them up: node agents, proxies, certificate approval. */
export const nodeRoles: readonly DefaultRole[] = [
  {
    name: "system:certificates.{domain}:certificatesigningrequests:nodeclient",
    rules: [resources("create", "certificates.{domain}", "certificatesigningrequests/nodeclient")],
  },
  {
    name: "system:certificates.{domain}:certificatesigningrequests:selfnodeclient",
    rules: [resources("create", "certificates.{domain}", "certificatesigningrequests/selfnodeclient")],
  },
  {
    name: "system:certificates.{domain}:{prefix}-apiserver-client-approver",
    rules: [resources("approve", "certificates.{domain}", "signers", "{labelDomain}/{prefix}-apiserver-client")],
  },
  {
    name: "system:certificates.{domain}:{prefix}-apiserver-client-kubelet-approver",
    rules: [
      resources("approve", "certificates.{domain}", "signers", "{labelDomain}/{prefix}-apiserver-client-kubelet"),
    ],
  },
  {
    name: "system:certificates.{domain}:kubelet-serving-approver",
    rules: [resources("approve", "certificates.{domain}", "signers", "{labelDomain}/kubelet-serving")],
  },
  {
    name: "system:certificates.{domain}:legacy-unknown-approver",
    rules: [resources("approve", "certificates.{domain}", "signers", "{labelDomain}/legacy-unknown")],
  },
  {
    name: "system:kubelet-api-admin",
    rules: [
      resources("get list watch", "", "nodes"),
      resources("proxy", "", "nodes"),
      resources("*", "", "nodes/log nodes/metrics nodes/proxy nodes/stats"),
    ],
  },
  {
    name: "system:node",
    rules: [
      resources("create", "authentication.{domain}", "tokenreviews"),
      resources("create", "authorization.{domain}", "localsubjectaccessreviews subjectaccessreviews"),
      resources("get list watch", "", "services"),
      resources("create get list watch", "", "nodes"),
      resources("patch update", "", "nodes/status"),
      resources("patch update", "", "nodes"),
      resources("create patch update", "", "events"),
      resources("get list watch", "", "pods"),
      resources("create delete", "", "pods"),
      resources("patch update", "", "pods/status"),
      resources("create", "", "pods/eviction"),
      resources("get list watch", "", "configmaps secrets"),
      resources("get", "", "persistentvolumeclaims persistentvolumes"),
      resources("get", "", "endpoints"),
      resources("create get list watch", "certificates.{domain}", "certificatesigningrequests"),
      resources("create delete get patch update", "coordination.{domain}", "leases"),
      resources("get", "storage.{domain}", "volumeattachments"),
      resources("create", "", "serviceaccounts/token"),
      resources("get patch update", "", "persistentvolumeclaims/status"),
      resources("get list watch", "storage.{domain}", "csidrivers"),
      resources("create delete get patch update", "storage.{domain}", "csinodes"),
      resources("get list watch", "node.{domain}", "runtimeclasses"),
    ],
  },
  {
    name: "system:node-bootstrapper",
    rules: [resources("create get list watch", "certificates.{domain}", "certificatesigningrequests")],
  },
  {
    name: "system:node-problem-detector",
    rules: [
      resources("get", "", "nodes"),
      resources("patch", "", "nodes/status"),
      resources("create patch update", ["", "events.{domain}"], "events"),
    ],
  },
  {
    name: "system:node-proxier",
    rules: [
      resources("list watch", "", "endpoints services"),
      resources("get list watch", "", "nodes"),
      resources("create patch update", ["", "events.{domain}"], "events"),
      resources("list watch", "discovery.{domain}", "endpointslices"),
    ],
    gated: {
      gate: "MultiCIDRServiceAllocator",
      rules: [resources("list watch", "networking.{domain}", "servicecidrs")],
    },
  },
];
