import type { GroupResource } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

const core = (resource: string): GroupResource => ({ group: "", resource });
const PODS = core("pods");
const CLAIMS = core("persistentvolumeclaims");
const SERVICES = core("services");

/** Amounts with special names, by the resource that consumes them. */
const FIXED: ReadonlyMap<string, GroupResource> = new Map([
  ...["configmaps", "secrets", "replicationcontrollers", "resourcequotas"].map((name) => [name, core(name)] as const),
  ...["services", "services.nodeports", "services.loadbalancers"].map((name) => [name, SERVICES] as const),
  ...["persistentvolumeclaims", "requests.storage"].map((name) => [name, CLAIMS] as const),
  ...["pods", ...["", "requests.", "limits."].flatMap((part) => [`${part}cpu`, `${part}memory`])].map(
    (name) => [name, PODS] as const,
  ),
  ...["", "requests.", "limits."].map((part) => [`${part}ephemeral-storage`, PODS] as const),
]);

const OF_CLASS = ["requests.storage", "persistentvolumeclaims"];

/** Suffix of a device class's name for the number of its devices in claims. */
export const devicesSuffix = ({ render }: Vocabulary): string => render(".deviceclass.resource.{domain}/devices");

/** The resource of device claims. */
export const deviceClaims = ({ render }: Vocabulary): GroupResource => ({
  group: render("resource.{domain}"),
  resource: "resourceclaims",
});

/**
 * The resource that consumes an amount of a quota; every amount belongs to one (`requests.cpu` to pods,
 * `count/deployments.apps` to deployments). Undefined for unknown names, which are neither counted nor enforced.
 */
export function resourceOfAmount(name: string, vocabulary: Vocabulary): GroupResource | undefined {
  const counted = /^count\/([^.]+)(?:\.(.+))?$/.exec(name);
  if (counted !== null) {
    const resource = { group: counted[2] ?? "", resource: counted[1] ?? "" };
    return isOutsideQuotas(resource, vocabulary) ? undefined : resource;
  }
  const fixed = FIXED.get(name);
  if (fixed !== undefined) return fixed;
  const suffix = vocabulary.render(".storageclass.storage.{domain}/");
  if (OF_CLASS.some((amount) => name.endsWith(suffix + amount))) return CLAIMS;
  if (name.endsWith(devicesSuffix(vocabulary))) return deviceClaims(vocabulary);
  if (name.startsWith("hugepages-") || name.startsWith("requests.hugepages-")) return PODS;
  // Extended resources have a domain other than the product's.
  const isExtended = name.includes("/") && !name.includes(vocabulary.render("{labelDomain}/"));
  return isExtended && name.startsWith("requests.") ? PODS : undefined;
}

/** Whether quotas ignore a resource: events, and resources that are not stored. */
export function isOutsideQuotas({ group, resource }: GroupResource, vocabulary: Vocabulary): boolean {
  if (resource === "events") return group === "" || group === vocabulary.render("events.{domain}");
  if (group === "") return resource === "bindings" || resource === "componentstatuses";
  if (!resource.endsWith("reviews")) return false;
  const answering = ["authentication.{domain}", "authorization.{domain}"].map((each) => vocabulary.render(each));
  return answering.includes(group);
}
