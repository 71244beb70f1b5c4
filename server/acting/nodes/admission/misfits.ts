import type { Container, Node, PodSpec } from "kubernetes-types/core/v1";
import { amountIn } from "../../../ground/formats/amountIn.ts";
import { requiredNodes } from "../../placement/nodeSelection.ts";
import { untoleratedTaint } from "../../placement/tolerations.ts";
import { addAmounts, amountsOf, noAmounts } from "../../scheduler/model/amounts.ts";
import { hostPorts, UsedPorts } from "../../scheduler/model/hostPorts.ts";
import { podRequests } from "../../scheduler/model/podRequests.ts";
import { type Shortfall, shortfalls } from "../../scheduler/model/shortfalls.ts";
import { OTHER_NODES } from "../../scheduler/plugins/nodeAffinity.ts";
import { PORTS_TAKEN } from "../../scheduler/plugins/nodePorts.ts";
import type { NodePod } from "../pods/podParts.ts";

/** Why a pod does not fit on its node. */
export interface Misfit {
  /** What there is too little of; undefined where it is something else. */
  readonly shortfall?: Shortfall;
  /** Which rule of the scheduler the node breaks, and what the scheduler says of such nodes. */
  readonly plugin: string;
  readonly words: string;
}

/**
 * Holds a pod against the rules of the scheduler that a node's agent keeps, too: resources, node affinity, ports of the node,
 * and taints that let no pod run.
 * @returns all that it breaks, the first first
 */
export function misfits(
  pod: NodePod,
  { node, running }: { readonly node: Node; readonly running: readonly NodePod[] },
): Misfit[] {
  const { spec } = pod;
  const short = shortOf(spec, node, running).map((shortfall) => ({ shortfall, plugin: "NodeResourcesFit", words: "" }));
  const found: Misfit[] = [...short];
  if (requiredNodes(spec)?.(node) === false) found.push({ plugin: "NodeAffinity", words: OTHER_NODES });
  const used = new UsedPorts();
  for (const { spec: other } of running) used.add(hostPorts(other));
  if (used.conflictsWith(hostPorts(spec))) found.push({ plugin: "NodePorts", words: PORTS_TAKEN });
  const taint = untoleratedTaint(node.spec?.taints ?? [], spec.tolerations ?? [], ["NoExecute"]);
  if (taint !== undefined)
    found.push({ plugin: "TaintToleration", words: "node(s) had taints that the pod didn't tolerate" });
  return found;
}

function shortOf(spec: PodSpec, node: Node, running: readonly NodePod[]): Shortfall[] {
  const given = node.status?.allocatable ?? {};
  const requested = noAmounts();
  for (const other of running) addAmounts(requested, podRequests(other.spec));
  const allowedPods = amountIn(given["pods"] ?? "0", false);
  const room = { allocatable: amountsOf(given), requested, pods: running.length, allowedPods };
  return shortfalls(podRequests(known(spec, given)), room);
}

/** A pod without its requests for extended resources that the node knows nothing of: another component gives them out. */
function known(spec: PodSpec, given: Readonly<Record<string, unknown>>): PodSpec {
  const isUnknown = (name: string): boolean => name.includes("/") && given[name] === undefined;
  const kept = (container: Container): Container => {
    const requests = Object.entries(container.resources?.requests ?? {});
    if (!requests.some(([name]) => isUnknown(name))) return container;
    const rest = Object.fromEntries(requests.filter(([name]) => !isUnknown(name)));
    return { ...container, resources: { ...container.resources, requests: rest } };
  };
  const { containers, initContainers } = spec;
  return {
    ...spec,
    containers: containers.map(kept),
    ...(initContainers === undefined ? {} : { initContainers: initContainers.map(kept) }),
  };
}
