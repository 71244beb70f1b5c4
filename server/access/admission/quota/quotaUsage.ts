import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import {
  addQuantity,
  compareQuantity,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityValue,
} from "../../../../shared/quantity.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { addAmounts, podResources } from "../builtIn/limits.ts";
import { type Container, podSpec, type Resources } from "../builtIn/podSpec.ts";
import { deviceClaims, devicesSuffix } from "./quotaNames.ts";

/** Amounts by quota resource name. */
export type Usage = ReadonlyMap<string, Quantity>;

const ONE = parseQuantity("1");

/** Requests of these also count under their bare names. */
const COMPUTE: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

/** The usage of one object by the quota's resource names (`pods`, `requests.cpu`, `count/deployments.apps` …). */
export function usageOf(resource: GroupResource, object: ApiObject, vocabulary: Vocabulary): Usage {
  const usage = new Map<string, Quantity>();
  const qualified = resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
  usage.set(`count/${qualified}`, ONE);
  const devices = deviceClaims(vocabulary);
  if (resource.group === devices.group && resource.resource === devices.resource) addDevices(usage, object, vocabulary);
  if (resource.group !== "") return usage;
  switch (resource.resource) {
    case "pods":
      addPod(usage, object);
      break;
    case "services":
      addService(usage, object);
      break;
    case "persistentvolumeclaims":
      addClaim(usage, object, vocabulary);
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

/**
 * Whether a pod has exceeded its grace period, perhaps because its node is lost; its usage is then free for others.
 * @param now milliseconds since the epoch
 */
export function isStuck({ group, resource }: GroupResource, { metadata }: ApiObject, now: number): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = metadata;
  if (group !== "" || resource !== "pods" || deletionTimestamp === undefined || grace === undefined) return false;
  return now > Date.parse(deletionTimestamp) + grace * 1000;
}

/** The usage of an object without its object count. */
export const withoutCount = (usage: Usage): Usage => new Map([...usage].filter(([name]) => !name.startsWith("count/")));

/** Finished pods only count as stored objects. */
function addPod(usage: Map<string, Quantity>, pod: ApiObject): void {
  const { phase } = (pod["status"] ?? {}) as { phase?: string };
  if (phase === "Succeeded" || phase === "Failed") return;
  usage.set("pods", ONE);
  const spec = podSpec({ ...pod });
  const containers = counted(spec.containers ?? [], pod["status"] as ResizedStatus | undefined);
  const { requests = {}, limits = {} } = podResources(containers, spec.initContainers ?? []);
  const overhead = spec.overhead ?? {};
  for (const [name, amount] of Object.entries(addAmounts(requests, overhead))) {
    usage.set(`requests.${name}`, parseQuantity(amount));
    if (COMPUTE.has(name) || name.startsWith("hugepages-")) usage.set(name, parseQuantity(amount));
  }
  // Overhead only adds to limits that the pod has.
  const bounded = Object.entries(overhead).filter(([name]) => limits[name] !== undefined);
  for (const [name, amount] of Object.entries(addAmounts(limits, Object.fromEntries(bounded)))) {
    usage.set(`limits.${name}`, parseQuantity(amount));
  }
}

/** The part of a pod's status about containers that may be resized. */
interface ResizedStatus {
  readonly resize?: string;
  readonly containerStatuses?: readonly {
    readonly name: string;
    readonly resources?: Resources;
    readonly allocatedResources?: Amounts;
  }[];
}

/**
 * Containers with the larger of their requested and their actual resources, while a resize is pending. With only the
 * actual ones when the node can never grant the request.
 */
function counted(containers: readonly Container[], status: ResizedStatus | undefined): readonly Container[] {
  const shown = new Map(status?.containerStatuses?.map((each) => [each.name, each]));
  const isHopeless = status?.resize === "Infeasible";
  return containers.map((container) => {
    const { resources: has, allocatedResources } = shown.get(container.name) ?? {};
    if (has === undefined) return container;
    const asked = isHopeless ? {} : (container.resources ?? {});
    const requests = largest(asked.requests, has.requests, allocatedResources);
    return { ...container, resources: { requests, limits: largest(asked.limits, has.limits) } };
  });
}

function largest(...lists: readonly (Amounts | undefined)[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, amount] of lists.flatMap((list) => Object.entries(list ?? {}))) {
    const known = found[name];
    const isMore = known === undefined || compareQuantity(parseQuantity(amount), parseQuantity(known)) > 0;
    if (isMore) found[name] = amount;
  }
  return found;
}

interface ServiceParts {
  readonly type?: string;
  readonly ports?: readonly { readonly nodePort?: number }[];
  readonly allocateLoadBalancerNodePorts?: boolean;
}

/** Node ports are not allocated yet at this point, so counts how many there will be. */
function addService(usage: Map<string, Quantity>, service: ApiObject): void {
  const { type, ports = [], allocateLoadBalancerNodePorts } = (service["spec"] ?? {}) as ServiceParts;
  usage.set("services", ONE);
  if (type === "LoadBalancer") usage.set("services.loadbalancers", ONE);
  else if (type !== "NodePort") return;
  const onlyChosen = type === "LoadBalancer" && allocateLoadBalancerNodePorts === false;
  const nodePorts = onlyChosen ? ports.filter(({ nodePort }) => nodePort) : ports;
  usage.set("services.nodeports", parseQuantity(String(nodePorts.length)));
}

interface ClaimParts {
  readonly spec?: { readonly storageClassName?: string; readonly resources?: { readonly requests?: Amounts } };
  readonly status?: { readonly allocatedResources?: Amounts };
}
type Amounts = Readonly<Record<string, string>>;

/** Claims count in total and for their storage class, with their actual size when that is larger than the request. */
function addClaim(usage: Map<string, Quantity>, claim: ApiObject, vocabulary: Vocabulary): void {
  const { spec, status } = claim as ClaimParts;
  const annotation = vocabulary.render("volume.beta.{labelDomain}/storage-class");
  const name = claim.metadata.annotations?.[annotation] ?? spec?.storageClassName ?? "";
  const set = (resource: string, amount: Quantity): void => {
    usage.set(resource, amount);
    if (name !== "") usage.set(vocabulary.render(`${name}.storageclass.storage.{domain}/${resource}`), amount);
  };
  set("persistentvolumeclaims", ONE);
  const asked = spec?.resources?.requests?.["storage"];
  if (asked === undefined) return;
  const [wanted, given] = [parseQuantity(asked), parseQuantity(status?.allocatedResources?.["storage"] ?? asked)];
  set("requests.storage", wholeBytes(compareQuantity(given, wanted) > 0 ? given : wanted));
}

interface DeviceClaimParts {
  readonly spec?: { readonly devices?: { readonly requests?: readonly DeviceRequest[] } };
}
interface DeviceRequest {
  readonly deviceClassName?: string;
  readonly allocationMode?: string;
  readonly count?: number | bigint;
}

/** Maximum number of devices for a request of all devices. */
const ALL_DEVICES = 32;

/** Devices count for their class. Unknown allocation modes count nothing. */
function addDevices(usage: Map<string, Quantity>, claim: ApiObject, vocabulary: Vocabulary): void {
  const suffix = devicesSuffix(vocabulary);
  for (const { deviceClassName, allocationMode, count = 0 } of (claim as DeviceClaimParts).spec?.devices?.requests ??
    []) {
    const name = `${deviceClassName}${suffix}`;
    const asked = allocationMode === "ExactCount" ? count : allocationMode === "All" ? ALL_DEVICES : 0;
    const amount = parseQuantity(String(asked));
    const known = usage.get(name);
    usage.set(name, known === undefined ? amount : addQuantity(known, amount));
  }
}

/** Rounded up, because quotas count whole bytes. */
const wholeBytes = (amount: Quantity): Quantity =>
  amount.exponent >= 0 ? amount : { digits: quantityValue(amount), exponent: 0, format: amount.format };

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = new Map(a);
  addToUsage(sum, b);
  return sum;
}

/** The difference of two usages, of which the second is part of the first. */
export const subtractUsage = (a: Usage, b: Usage): Usage => addUsage(a, negativeUsage(b));

/** Adds to a sum in place: a sum over many objects may have many names. An amount that becomes zero is removed. */
export function addToUsage(sum: Map<string, Quantity>, added: Usage): void {
  for (const [name, amount] of added) {
    const known = sum.get(name);
    const total = known === undefined ? amount : addQuantity(known, amount);
    if (known !== undefined && total.digits === 0n) sum.delete(name);
    else sum.set(name, total);
  }
}

export const negativeUsage = (usage: Usage): Usage =>
  new Map([...usage].map(([name, amount]) => [name, { ...amount, digits: -amount.digits }]));

/** `pods=2,requests.cpu=500m`, sorted by name. */
export const usageText = (names: readonly string[], amountOf: (name: string) => Quantity): string =>
  [...names]
    .sort()
    .map((name) => `${name}=${formatQuantity(amountOf(name))}`)
    .join(",");
