import { expect, it } from "vitest";
import { CrdPanel } from "./CrdPanel.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { GenericPanel } from "./GenericPanel.tsx";
import { NodePanel } from "./NodePanel.tsx";
import { panelFor } from "./panelFor.ts";
import { RolePanel } from "./RolePanel.tsx";

it("recognizes the server's own kinds in any vocabulary", () => {
  expect(panelFor({ group: "", resource: "nodes" }, "k8s.io")).toBe(NodePanel);
  expect(panelFor({ group: "rbac.authorization.k8s.io", resource: "roles" }, "k8s.io")).toBe(RolePanel);
  expect(panelFor({ group: "rbac.authorization.acme.io", resource: "roles" }, "acme.io")).toBe(RolePanel);
  expect(panelFor({ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" }, "k8s.io")).toBe(CrdPanel);
});

/** The built-in kinds that can be read, by group. */
const BUILT_IN: Readonly<Record<string, string>> = {
  "": "componentstatuses configmaps endpoints events limitranges namespaces nodes persistentvolumeclaims persistentvolumes pods podtemplates replicationcontrollers resourcequotas secrets serviceaccounts services",
  "admissionregistration.k8s.io":
    "mutatingadmissionpolicies mutatingadmissionpolicybindings mutatingwebhookconfigurations validatingadmissionpolicies validatingadmissionpolicybindings validatingwebhookconfigurations",
  "apiextensions.k8s.io": "customresourcedefinitions",
  "apiregistration.k8s.io": "apiservices",
  apps: "controllerrevisions daemonsets deployments replicasets statefulsets",
  autoscaling: "horizontalpodautoscalers",
  batch: "cronjobs jobs",
  "certificates.k8s.io": "certificatesigningrequests",
  "coordination.k8s.io": "leases",
  "discovery.k8s.io": "endpointslices",
  "events.k8s.io": "events",
  "flowcontrol.apiserver.k8s.io": "flowschemas prioritylevelconfigurations",
  "networking.k8s.io": "ingressclasses ingresses networkpolicies",
  "node.k8s.io": "runtimeclasses",
  policy: "poddisruptionbudgets",
  "rbac.authorization.k8s.io": "clusterrolebindings clusterroles rolebindings roles",
  "scheduling.k8s.io": "priorityclasses",
  "storage.k8s.io": "csidrivers csinodes csistoragecapacities storageclasses volumeattachments volumeattributesclasses",
};
const builtIn = Object.entries(BUILT_IN).flatMap(([group, resources]) =>
  resources.split(" ").map((resource) => ({ group, resource })),
);

it.each(builtIn)("has a dedicated summary for $group/$resource", (type) => {
  expect(panelFor(type, "k8s.io")).not.toBe(GenericPanel);
});

it("does not confuse a custom resource with a built-in kind", () => {
  expect(panelFor({ group: "apps.example.com", resource: "deployments" }, "k8s.io")).toBe(GenericPanel);
  expect(panelFor({ group: "example", resource: "horizontalpodautoscalers" }, "k8s.io")).toBe(GenericPanel);
  expect(panelFor({ group: "autoscaling", resource: "horizontalpodautoscalers" }, "k8s.io")).toBe(FactsPanel);
});
