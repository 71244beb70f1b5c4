import type { Node } from "kubernetes-types/core/v1";
import { NONE, UNKNOWN } from "../../../registry/columns/cells.ts";
import { ageColumn, nameColumn, textColumn, wide } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { booleanText } from "../selectable.ts";
import { asNode } from "../views.ts";
import { rolesText, statusText } from "./nodeCells.ts";
import { nodeStatusStrategy, nodeStrategy } from "./nodeStrategy.ts";

const ADDRESSES =
  "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://{labelDomain}/docs/reference/node/node-status/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.{domain}/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).";

type NodeInfo = NonNullable<NonNullable<Node["status"]>["nodeInfo"]>;

const nodeInfo =
  (field: keyof NodeInfo, fallback: string) =>
  (object: Parameters<typeof asNode>[0]): string => {
    const value = asNode(object).status?.nodeInfo?.[field] ?? "";
    return value === "" ? fallback : value;
  };

const address =
  (type: string) =>
  (object: Parameters<typeof asNode>[0]): string =>
    asNode(object).status?.addresses?.find((entry) => entry.type === type)?.address ?? NONE;

/** Machines that run pods. A bare server creates none, but clients may. */
export const nodes = defineResource({
  group: "",
  version: "v1",
  kind: "Node",
  plural: "nodes",
  singular: "node",
  scope: "Cluster",
  definition: "api.core.v1.Node",
  shortNames: ["no"],
  strategy: nodeStrategy,
  columns: [
    nameColumn,
    textColumn("Status", "The status of the node", (object) => statusText(asNode(object))),
    textColumn("Roles", "The roles of the node", (object, _now, words) => rolesText(object.metadata.labels, words)),
    ageColumn,
    textColumn("Version", "Kubelet Version reported by the node.", nodeInfo("kubeletVersion", "")),
    wide(textColumn("Internal-IP", ADDRESSES, address("InternalIP"))),
    wide(textColumn("External-IP", ADDRESSES, address("ExternalIP"))),
    wide(
      textColumn(
        "OS-Image",
        "OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).",
        nodeInfo("osImage", UNKNOWN),
      ),
    ),
    wide(
      textColumn(
        "Kernel-Version",
        "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).",
        nodeInfo("kernelVersion", UNKNOWN),
      ),
    ),
    wide(
      textColumn(
        "Container-Runtime",
        "ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).",
        nodeInfo("containerRuntimeVersion", UNKNOWN),
      ),
    ),
  ],
  selectableFields: { "spec.unschedulable": booleanText("spec", "unschedulable") },
  subresources: [
    {
      name: "proxy",
      verbs: ["create", "delete", "get", "patch", "update"],
      kind: { group: "", version: "v1", kind: "NodeProxyOptions" },
      definition: "api.core.v1.NodeProxyOptions",
      connect: "nodes/proxy",
    },
    { name: "status", verbs: ["get", "patch", "update"], strategy: nodeStatusStrategy },
  ],
});
