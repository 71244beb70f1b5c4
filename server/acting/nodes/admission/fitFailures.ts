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
export interface FitFailure {
  /** The resource that is short; undefined when the misfit has another cause. */
  readonly shortfall?: Shortfall;
  /** The scheduler plugin whose rule the node breaks; `words` is that plugin's message for such nodes. */
  readonly plugin: string;
  readonly words: string;
}

/**
 * Checks a pod against those scheduler rules that a node's agent enforces, too: resources, node affinity, host ports,
 * and `NoExecute` taints.
 * @returns all misfits, in the order of these checks
 */
export function fitFailures(
  pod: NodePod,
  { node, running }: { readonly node: Node; readonly running: readonly NodePod[] },
): FitFailure[] {
  const { spec } = pod;
  const short = shortOf(spec, node, running).map((shortfall) => ({ shortfall, plugin: "NodeResourcesFit", words: "" }));
  const found: FitFailure[] = [...short];
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

/**
 * Returns the pod's spec without requests for extended resources that the node does not list: another component
 * allocates those.
 */
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
