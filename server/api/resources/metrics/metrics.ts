import type { ApiObject } from "../../../../shared/object.ts";
import { defineResource } from "../../registry/definition.ts";
import { usageColumns } from "./columns.ts";

type Usage = Readonly<Record<string, string>>;

/** The group version of metrics, and its priority when this server serves it. */
export const metricsGroup = {
  group: "metrics.{domain}",
  version: "v1beta1",
  groupPriorityMinimum: 100,
  versionPriority: 100,
};

const common = {
  group: metricsGroup.group,
  version: metricsGroup.version,
  singular: "",
  verbs: ["get", "list"],
  strategy: {},
} as const;

/** `metrics.{domain}/v1beta1` nodes: resource usage of nodes. */
const nodeMetrics = defineResource({
  ...common,
  kind: "NodeMetrics",
  plural: "nodes",
  scope: "Cluster",
  definition: "metrics.pkg.apis.metrics.v1beta1.NodeMetrics",
  columns: usageColumns((object, resource) => [(object["usage"] as Usage | undefined)?.[resource]]),
  computed: "nodeMetrics",
});

/** `metrics.{domain}/v1beta1` pods: resource usage of the containers of pods. */
const podMetrics = defineResource({
  ...common,
  kind: "PodMetrics",
  plural: "pods",
  scope: "Namespaced",
  definition: "metrics.pkg.apis.metrics.v1beta1.PodMetrics",
  columns: usageColumns((object: ApiObject, resource) =>
    ((object["containers"] ?? []) as readonly { readonly usage?: Usage }[]).map(({ usage }) => usage?.[resource]),
  ),
  computed: "podMetrics",
});

/** Served when nodes are simulated. */
export const metricsDefinitions = [nodeMetrics, podMetrics];
