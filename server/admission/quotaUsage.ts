import type { ApiObject, GroupResource } from "../../shared/object.ts";
import { addQuantity, formatQuantity, parseQuantity, type Quantity } from "../../shared/quantity.ts";
import { addAmounts, podResources } from "./limits.ts";
import { podSpec } from "./podSpec.ts";

/** Amounts by quota resource name. */
export type Usage = ReadonlyMap<string, Quantity>;

const ONE = parseQuantity("1");

/** Requests for these count under their bare names too. */
const COMPUTE: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

/** What one object counts against quotas, by the quota's resource names (`pods`, `requests.cpu`, `count/deployments.apps` …). */
export function usageOf(resource: GroupResource, object: ApiObject): Usage {
  const usage = new Map<string, Quantity>();
  const qualified = resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
  usage.set(`count/${qualified}`, ONE);
  if (resource.group !== "") return usage;
  switch (resource.resource) {
    case "pods":
      addPod(usage, object);
      break;
    case "services":
      addService(usage, object);
      break;
    case "persistentvolumeclaims":
      addClaim(usage, object);
      break;
    case "configmaps":
    case "secrets":
    case "replicationcontrollers":
    case "resourcequotas":
      usage.set(resource.resource, ONE);
      break;
  }
  return usage;
}

/** Finished pods need nothing any more but their entry in the store. */
function addPod(usage: Map<string, Quantity>, pod: ApiObject): void {
  const { phase } = (pod["status"] ?? {}) as { phase?: string };
  if (phase === "Succeeded" || phase === "Failed") return;
  usage.set("pods", ONE);
  const spec = podSpec({ ...pod });
  const { requests = {}, limits = {} } = podResources(spec.containers ?? [], spec.initContainers ?? []);
  const overhead = spec.overhead ?? {};
  for (const [name, amount] of Object.entries(addAmounts(requests, overhead))) {
    usage.set(`requests.${name}`, parseQuantity(amount));
    if (COMPUTE.has(name) || name.startsWith("hugepages-")) usage.set(name, parseQuantity(amount));
  }
  // What is without a limit stays so: overhead counts where there is one already.
  const bounded = Object.entries(overhead).filter(([name]) => limits[name] !== undefined);
  for (const [name, amount] of Object.entries(addAmounts(limits, Object.fromEntries(bounded)))) {
    usage.set(`limits.${name}`, parseQuantity(amount));
  }
}

function addService(usage: Map<string, Quantity>, service: ApiObject): void {
  const spec = (service["spec"] ?? {}) as { type?: string; ports?: unknown[]; allocateLoadBalancerNodePorts?: boolean };
  usage.set("services", ONE);
  if (spec.type === "LoadBalancer") usage.set("services.loadbalancers", ONE);
  const allocates =
    spec.type === "NodePort" || (spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false);
  if (allocates) usage.set("services.nodeports", parseQuantity(String(spec.ports?.length ?? 0)));
}

function addClaim(usage: Map<string, Quantity>, claim: ApiObject): void {
  const spec = (claim["spec"] ?? {}) as { resources?: { requests?: Record<string, string> } };
  usage.set("persistentvolumeclaims", ONE);
  const storage = spec.resources?.requests?.["storage"];
  if (storage !== undefined) usage.set("requests.storage", parseQuantity(storage));
}

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = new Map(a);
  for (const [name, amount] of b) {
    const known = sum.get(name);
    sum.set(name, known === undefined ? amount : addQuantity(known, amount));
  }
  return sum;
}

/** `pods=2,requests.cpu=500m`, sorted by name. */
export const usageText = (names: readonly string[], amountOf: (name: string) => Quantity): string =>
  [...names]
    .sort()
    .map((name) => `${name}=${formatQuantity(amountOf(name))}`)
    .join(",");
