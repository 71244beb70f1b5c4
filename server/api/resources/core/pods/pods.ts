import { defineResource } from "../../../registry/definition.ts";
import { booleanText, fieldText } from "../selectable.ts";
import { asPod } from "../views.ts";
import { podRowConditions } from "./podCells.ts";
import { podColumns } from "./podColumns.ts";
import { ephemeralContainersStrategy } from "./podEphemeralContainers.ts";
import { podResizeStrategy } from "./podResize.ts";
import { podStatusStrategy, podStrategy } from "./podStrategy.ts";

/** Groups of containers that run together on a node. */
export const pods = defineResource({
  group: "",
  version: "v1",
  kind: "Pod",
  plural: "pods",
  singular: "pod",
  scope: "Namespaced",
  definition: "api.core.v1.Pod",
  shortNames: ["po"],
  categories: ["all"],
  strategy: podStrategy,
  columns: podColumns,
  rowConditions: (object) => podRowConditions(asPod(object).status?.phase),
  selectableFields: {
    "spec.nodeName": fieldText("spec", "nodeName"),
    "spec.restartPolicy": fieldText("spec", "restartPolicy"),
    "spec.schedulerName": fieldText("spec", "schedulerName"),
    "spec.serviceAccountName": fieldText("spec", "serviceAccountName"),
    "spec.hostNetwork": booleanText("spec", "hostNetwork"),
    "status.phase": fieldText("status", "phase"),
    "status.podIP": (object) => {
      const { podIPs, podIP } = asPod(object).status ?? {};
      return podIPs?.[0]?.ip ?? podIP ?? "";
    },
    // A known field selector that matches no pod with a value.
    "status.podIPs": () => "",
    "status.nominatedNodeName": fieldText("status", "nominatedNodeName"),
    // The name of `spec.nodeName` in the first versions of the API.
    "spec.host": fieldText("spec", "nodeName"),
  },
  subresources: [
    {
      name: "attach",
      verbs: ["create", "get"],
      kind: { group: "", version: "v1", kind: "PodAttachOptions" },
      definition: "api.core.v1.PodAttachOptions",
      connect: "pods/attach",
    },
    {
      name: "binding",
      verbs: ["create"],
      kind: { group: "", version: "v1", kind: "Binding" },
      definition: "api.core.v1.Binding",
      action: "pods/binding",
    },
    { name: "ephemeralcontainers", verbs: ["get", "patch", "update"], strategy: ephemeralContainersStrategy },
    {
      name: "eviction",
      verbs: ["create"],
      kind: { group: "policy", version: "v1", kind: "Eviction" },
      definition: "api.policy.v1.Eviction",
      action: "pods/eviction",
    },
    {
      name: "exec",
      verbs: ["create", "get"],
      kind: { group: "", version: "v1", kind: "PodExecOptions" },
      definition: "api.core.v1.PodExecOptions",
      connect: "pods/exec",
    },
    { name: "log", verbs: ["get"], connect: "pods/log" },
    {
      name: "portforward",
      verbs: ["create", "get"],
      kind: { group: "", version: "v1", kind: "PodPortForwardOptions" },
      definition: "api.core.v1.PodPortForwardOptions",
      connect: "pods/portforward",
    },
    {
      name: "proxy",
      verbs: ["create", "delete", "get", "patch", "update"],
      kind: { group: "", version: "v1", kind: "PodProxyOptions" },
      definition: "api.core.v1.PodProxyOptions",
      connect: "pods/proxy",
    },
    {
      name: "resize",
      verbs: ["get", "patch", "update"],
      gate: "InPlacePodVerticalScaling",
      strategy: podResizeStrategy,
    },
    { name: "status", verbs: ["get", "patch", "update"], strategy: podStatusStrategy },
  ],
});
