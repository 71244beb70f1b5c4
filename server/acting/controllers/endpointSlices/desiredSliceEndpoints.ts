import type { Endpoint, EndpointPort } from "kubernetes-types/discovery/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { apiFamilyOf, type Family } from "../../../ground/formats/addresses/addresses.ts";
import { asPod, isReady } from "../pods/podState.ts";
import {
  addressesOf,
  hasEndpoint,
  hostnameOf,
  isHeadless,
  referenceTo,
  targetPort,
} from "../serviceEndpoints/podEndpoints.ts";
import { asService } from "../serviceEndpoints/servicePods.ts";
import { endpointKey, portsKey } from "./slices.ts";

/** Endpoints with the same ports. */
export interface PortGroup {
  readonly ports: readonly EndpointPort[];
  /** By {@link endpointKey}. */
  readonly endpoints: Map<string, Endpoint>;
}

export interface DesiredSliceEndpoints {
  /** By {@link portsKey}. */
  readonly groups: ReadonlyMap<string, PortGroup>;
  /** Pods that were left out because their node does not exist. */
  readonly podsWithoutNode: readonly ApiObject[];
}

/**
 * The endpoints of a service in one address family, grouped by the ports that they serve. Pods without any port form a
 * group.
 */
export function* desiredSliceEndpoints(
  service: ApiObject,
  pods: readonly ApiObject[],
  family: Family,
  nodeNamed: (name: string) => ApiObject | undefined,
  zoneLabel: string,
): Steps<DesiredSliceEndpoints> {
  const groups = new Map<string, PortGroup>();
  const podsWithoutNode: ApiObject[] = [];
  for (const pod of pods) {
    if (isTurnDue()) yield;
    if (!hasEndpoint(pod, true)) continue;
    const ports = portsOf(service, pod);
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, endpoints: new Map() };
    groups.set(key, group);
    const node = nodeNamed(asPod(pod).spec?.nodeName ?? "");
    if (node === undefined && asService(service).spec?.publishNotReadyAddresses !== true) {
      podsWithoutNode.push(pod);
      continue;
    }
    const endpoint = endpointOf(service, pod, family, node?.metadata.labels?.[zoneLabel]);
    if (endpoint.addresses.length > 0) group.endpoints.set(endpointKey(endpoint), endpoint);
  }
  return { groups, podsWithoutNode };
}

function portsOf(service: ApiObject, pod: ApiObject): EndpointPort[] {
  const { ports = [] } = asService(service).spec ?? {};
  if (ports.length === 0 && isHeadless(service)) return [];
  return ports.flatMap((port) => {
    const number = targetPort(pod, port);
    if (number === undefined) return [];
    const { name = "", protocol = "TCP", appProtocol } = port;
    return [{ name, port: number, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });
}

function endpointOf(service: ApiObject, pod: ApiObject, family: Family, zone = ""): Endpoint {
  const serving = isReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const hostname = hostnameOf(pod, service);
  const { nodeName = "" } = asPod(pod).spec ?? {};
  return {
    addresses: addressesOf(pod, family),
    conditions: {
      ready: asService(service).spec?.publishNotReadyAddresses === true || (serving && !terminating),
      serving,
      terminating,
    },
    ...(hostname === undefined ? {} : { hostname }),
    ...(nodeName === "" ? {} : { nodeName }),
    targetRef: referenceTo(pod),
    ...(zone === "" ? {} : { zone }),
  };
}

/** The families for which a service has slices. A headless service without declared families has both. */
export function familiesOf(service: ApiObject): Family[] {
  const { ipFamilies = [], clusterIP = "" } = asService(service).spec ?? {};
  if (ipFamilies.length > 0) return ipFamilies.map((family) => (family === "IPv6" ? "IPv6" : "IPv4"));
  return clusterIP === "" || clusterIP === "None" ? ["IPv4", "IPv6"] : [apiFamilyOf(clusterIP)];
}
