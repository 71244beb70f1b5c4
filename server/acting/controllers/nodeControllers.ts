import { isOn } from "../../api/registry/features.ts";
import { combineControllers } from "./combineControllers.ts";
import type { ControllerParts } from "./controller.ts";
import type { ControllerEntry } from "./controllerEntry.ts";
import { nodeAddressController } from "./nodeAddresses/nodeAddresses.ts";
import { nodeLifecycleController } from "./nodeLifecycle/nodeLifecycle.ts";
import { taintEvictionController } from "./nodeLifecycle/taintEviction.ts";
import { nodeTtlController } from "./nodeTtl.ts";
import { podGarbageCollector } from "./podGarbage/podGarbage.ts";

/** Whether pods are evicted by a separate controller instead of the node lifecycle controller. */
const isApart = ({ features }: ControllerParts): boolean => isOn(features, "SeparateTaintEvictionController");

/** Controllers that manage nodes, and the pods of nodes that fail. */
export const NODE_CONTROLLERS: readonly ControllerEntry[] = [
  {
    name: "node-lifecycle-controller",
    account: "node-controller",
    component: "node-controller",
    start(parts, { nodeLifecycle }) {
      if (nodeLifecycle === undefined) return undefined;
      const running = nodeLifecycleController(parts, nodeLifecycle);
      return isApart(parts) ? running : combineControllers(running, taintEvictionController(parts));
    },
  },
  {
    name: "taint-eviction-controller",
    account: "node-controller",
    start: (parts) => (isApart(parts) ? taintEvictionController(parts) : undefined),
  },
  {
    name: "node-ipam-controller",
    account: "node-controller",
    component: "cidrAllocator",
    start: (parts, { nodeRanges }) => nodeRanges && nodeAddressController(parts, nodeRanges),
  },
  { name: "ttl-controller", account: "ttl-controller", start: nodeTtlController },
  {
    name: "pod-garbage-collector-controller",
    account: "pod-garbage-collector",
    start: (parts, { terminatedPods = 12_500 }) => podGarbageCollector(parts, terminatedPods),
  },
];
