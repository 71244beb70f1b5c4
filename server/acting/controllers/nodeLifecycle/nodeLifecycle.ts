import type { Node } from "kubernetes-types/core/v1";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { combineControllers } from "../combineControllers.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { nodeOfPod } from "../pods/podState.ts";
import type { NodeLifecycleOptions } from "./flags.ts";
import { setFormerLabels } from "./nodeLabels.ts";
import { NodeMonitor } from "./nodeMonitor.ts";
import { changeTaints, repellingChange } from "./nodeTaints.ts";
import { markPlacedPods } from "./unreadyPods.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
const PODS = { group: "", resource: "pods" };

/** All nodes are checked together, under one key. */
const ALL = "*";

/**
 * Monitors whether nodes report, marks the pods of those that do not as not ready, and taints nodes by their
 * conditions. Taints against new pods are set at once; taints that evict pods are set zone by zone at a limited rate.
 */
export function nodeLifecycleController(parts: InformedParts, options: NodeLifecycleOptions): RunningController {
  return combineControllers(updateNodes(parts), markPlacedPods(parts), monitorNodes(parts, options));
}

/** Maintains the taints that repel new pods from nodes, according to the nodes' conditions, and labels of nodes. */
function updateNodes(parts: InformedParts): RunningController {
  const { client, informers, vocabulary, now } = parts;
  const nodes = informers.of(NODES);
  return startController(parts, {
    sources: [{ informer: nodes }],
    async reconcile(key) {
      const node = nodes.get("", splitKey(key).name);
      if (node === undefined) return undefined;
      await changeTaints(client, node, repellingChange(decoded<Node>(node), vocabulary), now());
      await setFormerLabels(client, node, vocabulary);
      await informers.fresh();
      return undefined;
    },
  });
}

function monitorNodes(parts: InformedParts, options: NodeLifecycleOptions): RunningController {
  const { informers, timers } = parts;
  const period = options.nodeMonitorPeriod;
  const monitor = new NodeMonitor(parts, options);
  let due = Number.NEGATIVE_INFINITY;
  return startController(parts, {
    concurrency: 1,
    needs: [informers.of(PODS).indexed(nodeOfPod)],
    sources: [{ informer: informers.of(NODES), keys: () => [ALL], debounce: () => period }],
    async reconcile() {
      if (timers.now >= due) {
        due = timers.now + period;
        await monitor.checkNodes();
        await informers.fresh();
      }
      const wait = await monitor.taint();
      if (!monitor.isNeeded) return undefined;
      const left = due - timers.now;
      return { requeueAfter: Math.max(1, Math.min(left, wait ?? left)) };
    },
  });
}
