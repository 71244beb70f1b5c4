import type { ControllerEntry } from "./controllerEntry.ts";
import { nodeAddressController } from "./nodeAddresses/nodeAddresses.ts";
import { nodeLifecycleController } from "./nodeLifecycle/nodeLifecycle.ts";
import { taintEvictionController } from "./nodeLifecycle/taintEviction.ts";
import { nodeTtlController } from "./nodeTtl.ts";
import { podGarbageCollector } from "./podGarbage/podGarbage.ts";

/** Controllers that look after nodes, and after the pods of nodes that fail. */
export const NODE_CONTROLLERS: readonly ControllerEntry[] = [
  {
    name: "node-lifecycle-controller",
    account: "node-controller",
    component: "node-controller",
    start: (parts, { nodeLifecycle }) => nodeLifecycle && nodeLifecycleController(parts, nodeLifecycle),
  },
  { name: "taint-eviction-controller", account: "node-controller", start: taintEvictionController },
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
