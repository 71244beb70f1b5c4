import type { ObjectReference, ServicePort } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { apiFamilyOf, type Family } from "../../../ground/formats/addresses/addresses.ts";
import { asPod, isFinished, sidecarsOf } from "../pods/podState.ts";
import { asService } from "./servicePods.ts";

/** Whether a pod has an address to publish. @param includeTerminating whether terminating pods count */
export function hasEndpoint(pod: ApiObject, includeTerminating: boolean): boolean {
  const { podIP = "", podIPs = [] } = asPod(pod).status ?? {};
  if (isFinished(pod) || (podIP === "" && podIPs.length === 0)) return false;
  return includeTerminating || pod.metadata.deletionTimestamp === undefined;
}

/** The addresses of a pod in one family. */
export const addressesOf = (pod: ApiObject, family: Family): string[] =>
  (asPod(pod).status?.podIPs ?? []).flatMap(({ ip = "" }) => (ip !== "" && apiFamilyOf(ip) === family ? [ip] : []));

export const referenceTo = (pod: ApiObject): ObjectReference => ({
  kind: "Pod",
  ...(pod.metadata.namespace === undefined ? {} : { namespace: pod.metadata.namespace }),
  ...(pod.metadata.name === undefined ? {} : { name: pod.metadata.name }),
  ...(pod.metadata.uid === undefined ? {} : { uid: pod.metadata.uid }),
});

/** The host name of a pod below its service; only for the service that is named by the pod's subdomain. */
export function hostnameOf(pod: ApiObject, service: ApiObject): string | undefined {
  const { hostname = "", subdomain } = asPod(pod).spec ?? {};
  return hostname !== "" && subdomain === service.metadata.name ? hostname : undefined;
}

export const isHeadless = (service: ApiObject): boolean => asService(service).spec?.clusterIP === "None";

/** Whether a service has a cluster IP. A service without one yet counts as headless. */
export function hasClusterAddress(service: ApiObject): boolean {
  const { clusterIP = "" } = asService(service).spec ?? {};
  return clusterIP !== "" && clusterIP !== "None";
}

/** The number of the pod's port that a service's port targets; undefined when no container has a port of that name. */
export function targetPort(
  pod: ApiObject,
  { port, targetPort = port, protocol = "TCP" }: ServicePort,
): number | undefined {
  if (typeof targetPort === "number") return targetPort === 0 ? port : targetPort;
  const { spec } = asPod(pod);
  for (const { ports = [] } of [...(spec?.containers ?? []), ...sidecarsOf(spec)]) {
    const found = ports.find((each) => each.name === targetPort && (each.protocol ?? "TCP") === protocol);
    if (found !== undefined) return found.containerPort;
  }
  return undefined;
}
