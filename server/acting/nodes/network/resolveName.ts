import type { Service } from "kubernetes-types/core/v1";
import type { EndpointSlice } from "kubernetes-types/discovery/v1";
import type { ClusterView } from "./clusterView.ts";

/** The domain of a cluster's names. */
const DOMAIN = "cluster.local";
/** Maximum number of aliases (names that point to other names) that are followed: this ends cycles. */
const MAX_ALIASES = 8;

/**
 * The addresses that the cluster's name service returns for a name. Headless services resolve to their endpoints, a
 * pod's host name in a service to that pod, and ExternalName services that point to a name in the cluster to that name.
 * The pod's search list applies.
 */
export const resolveName = (view: ClusterView, namespace: string, host: string): readonly string[] =>
  resolved(view, namespace, host, MAX_ALIASES);

/** @param aliases how many more aliases may be followed */
function resolved(view: ClusterView, namespace: string, host: string, aliases: number): readonly string[] {
  if (isAddress(host)) return [host];
  if (host === "localhost") return ["127.0.0.1"];
  const labels = host.replace(/\.$/, "").toLowerCase().split(".");
  const name = labels.join(".");
  const rest = name.endsWith(`.${DOMAIN}`) ? labels.slice(0, -2) : labels;
  const kind = rest.at(-1);
  if (kind === "pod" && rest.length === 3) return [(rest[0] ?? "").replace(/-/g, ".")];
  const path = kind === "svc" ? rest.slice(0, -1) : rest;
  const tries = kind === "svc" ? [path] : [[...path, namespace], path];
  for (const [service, inNamespace, ...more] of tries.map((each) => each.toReversed()).map(toService)) {
    if (service === undefined || inNamespace === undefined || more.length > 1) continue;
    const found = addressesOf(view, inNamespace, service, { hostname: more[0], aliases });
    if (found.length > 0) return found;
  }
  return [];
}

/** Reorders a name's labels, given from right to left as `namespace, service, host`, to `service, namespace, host`. */
const toService = ([namespace, service, ...more]: string[]): (string | undefined)[] => [service, namespace, ...more];

function addressesOf(
  view: ClusterView,
  namespace: string,
  name: string,
  { hostname, aliases }: { hostname: string | undefined; aliases: number },
): readonly string[] {
  const service = view.service(namespace, name);
  if (service === undefined) return [];
  const { clusterIP = "", externalName } = service.spec ?? {};
  if (hostname === undefined && clusterIP !== "" && clusterIP !== "None") return [clusterIP];
  if (externalName !== undefined) {
    // The target of an alias is fully qualified: the search list does not apply, and names outside of the cluster have
    // no address here.
    const isInside = externalName.replace(/\.$/, "").toLowerCase().endsWith(`.${DOMAIN}`);
    return isInside && hostname === undefined && aliases > 0 ? resolved(view, "", externalName, aliases - 1) : [];
  }
  return view.slices(namespace, name).flatMap((slice) => readyAddresses(service, slice, hostname));
}

const readyAddresses = (service: Service, { endpoints }: EndpointSlice, hostname: string | undefined): string[] =>
  endpoints
    .filter(({ conditions }) => service.spec?.publishNotReadyAddresses === true || conditions?.ready !== false)
    .filter((endpoint) => hostname === undefined || endpoint.hostname === hostname)
    .flatMap(({ addresses }) => addresses);

export const isAddress = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(":");
