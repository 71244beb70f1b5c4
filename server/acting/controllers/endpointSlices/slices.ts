import type { Endpoint, EndpointPort, EndpointSlice } from "kubernetes-types/discovery/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";

/** An existing or planned slice, with its lists. Never changed: a changed slice is another. */
export interface Slice {
  /** Undefined for one that is to be made. */
  readonly stored: ApiObject | undefined;
  readonly addressType: string;
  readonly endpoints: readonly Endpoint[];
  readonly ports: readonly EndpointPort[];
  readonly labels: Readonly<Record<string, string>>;
}

/** What is to be done about slices. */
export interface SliceChanges {
  readonly create: Slice[];
  readonly update: Slice[];
  readonly remove: Slice[];
  readonly unchanged: Slice[];
}

export function sliceOf(stored: ApiObject): Slice {
  const { addressType, endpoints = [], ports = [] } = decoded<EndpointSlice>(stored);
  return { stored, addressType, endpoints, ports, labels: stored.metadata.labels ?? {} };
}

/** By what slices are kept apart: their ports, in any order. */
export const portsKey = (ports: readonly EndpointPort[]): string =>
  ports
    .map(({ name = "", port = 0, protocol = "TCP", appProtocol = null }) =>
      JSON.stringify([name, port, protocol, appProtocol]),
    )
    .sort()
    .join();

/** The identity of an endpoint, whatever its state. */
export const endpointKey = ({ addresses, hostname = "", targetRef }: Endpoint): string =>
  JSON.stringify([[...addresses].sort(), hostname, targetRef?.namespace ?? "", targetRef?.name ?? ""]);

/** Whether two endpoints with the same key tell the same. */
export const isSameState = (a: Endpoint, b: Endpoint): boolean =>
  a.nodeName === b.nodeName &&
  a.zone === b.zone &&
  a.conditions?.ready === b.conditions?.ready &&
  a.conditions?.serving === b.conditions?.serving &&
  a.conditions?.terminating === b.conditions?.terminating &&
  a.targetRef?.kind === b.targetRef?.kind &&
  a.targetRef?.uid === b.targetRef?.uid;
