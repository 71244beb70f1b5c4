import type { EndpointAddress, EndpointPort, EndpointSubset, ServicePort } from "kubernetes-types/core/v1";
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
import { packSubsets, type Serving } from "./subsets.ts";

/** The subsets that a service's pods make. Endpoints have one family: the service's first. */
export function* desiredSubsets(service: ApiObject, pods: readonly ApiObject[]): Steps<EndpointSubset[]> {
  const { ports = [], publishNotReadyAddresses = false } = asService(service).spec ?? {};
  const serving: Serving[] = [];
  for (const pod of pods) {
    if (isTurnDue()) yield;
    if (!hasEndpoint(pod, publishNotReadyAddresses)) continue;
    const address = addressFor(service, pod);
    if (address === undefined) continue;
    const known = { address, isReady: publishNotReadyAddresses || isReady(pod) };
    if (ports.length === 0 && isHeadless(service)) serving.push(known);
    for (const port of ports) {
      if (isTurnDue()) yield;
      const number = targetPort(pod, port);
      if (number !== undefined) serving.push({ ...known, port: endpointPort(port, number) });
    }
  }
  return yield* packSubsets(serving);
}

function addressFor(service: ApiObject, pod: ApiObject): EndpointAddress | undefined {
  const [ip] = addressesOf(pod, familyFor(service, pod));
  if (ip === undefined) return undefined;
  const hostname = hostnameOf(pod, service);
  return {
    ip,
    ...(hostname === undefined ? {} : { hostname }),
    nodeName: asPod(pod).spec?.nodeName ?? "",
    targetRef: referenceTo(pod),
  };
}

function familyFor(service: ApiObject, pod: ApiObject): Family {
  const { ipFamilies = [], clusterIP = "" } = asService(service).spec ?? {};
  const [first] = ipFamilies;
  if (first !== undefined) return first === "IPv6" ? "IPv6" : "IPv4";
  return apiFamilyOf(clusterIP === "" || clusterIP === "None" ? (asPod(pod).status?.podIP ?? "") : clusterIP);
}

const endpointPort = ({ name, protocol = "TCP", appProtocol }: ServicePort, port: number): EndpointPort => ({
  ...(name === undefined || name === "" ? {} : { name }),
  port,
  protocol,
  ...(appProtocol === undefined ? {} : { appProtocol }),
});
