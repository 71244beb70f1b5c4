import type { Endpoint, EndpointPort, EndpointSlice } from "kubernetes-types/discovery/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";

/** An existing or planned slice, with its lists. It is immutable: a change creates another slice. */
export interface Slice {
  /** Undefined for a slice that does not exist yet. */
  readonly stored: ApiObject | undefined;
  readonly addressType: string;
  readonly endpoints: readonly Endpoint[];
  readonly ports: readonly EndpointPort[];
  readonly labels: Readonly<Record<string, string>>;
}

/** The slices to create, update, delete, or leave alone. */
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

/** Whether a slice belongs to this service, and not to a deleted one of the same name. */
export const isOwned = ({ stored }: Slice, { metadata }: ApiObject): boolean =>
  stored?.metadata.ownerReferences?.some(
    ({ uid, kind, apiVersion }) => uid === metadata.uid && kind === "Service" && apiVersion === "v1",
  ) ?? false;

/** The key by which slices are grouped: their ports, in any order. */
export const portsKey = (ports: readonly EndpointPort[]): string =>
  ports
    .map(({ name = "", port = 0, protocol = "TCP", appProtocol = null }) =>
      JSON.stringify([name, port, protocol, appProtocol]),
    )
    .sort()
    .join();

/** The identity of an endpoint, independent of its state. */
export const endpointKey = ({ addresses, hostname = "", targetRef }: Endpoint): string =>
  JSON.stringify([[...addresses].sort(), hostname, targetRef?.namespace ?? "", targetRef?.name ?? ""]);

/** Whether two endpoints with the same key have the same state. */
export const isSameState = (a: Endpoint, b: Endpoint): boolean =>
  a.nodeName === b.nodeName &&
  a.zone === b.zone &&
  a.conditions?.ready === b.conditions?.ready &&
  a.conditions?.serving === b.conditions?.serving &&
  a.conditions?.terminating === b.conditions?.terminating &&
  a.targetRef?.kind === b.targetRef?.kind &&
  a.targetRef?.uid === b.targetRef?.uid;
