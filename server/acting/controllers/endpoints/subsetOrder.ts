import { createHash } from "node:crypto";
import type { EndpointAddress, EndpointPort, EndpointSubset } from "kubernetes-types/core/v1";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { isTurnOver, type Steps } from "../../../../shared/steps.ts";

/**
 * Sorts ports and subsets in the reference's order: by the MD5 digest of their dump as Go values. The order has no
 * meaning, but clients see the same order everywhere.
 */
export function sortedSubset({ addresses, notReadyAddresses, ports }: EndpointSubset): EndpointSubset {
  return {
    ...(addresses === undefined ? {} : { addresses: [...addresses].sort(compareAddresses) }),
    ...(notReadyAddresses === undefined ? {} : { notReadyAddresses: [...notReadyAddresses].sort(compareAddresses) }),
    ...(ports === undefined ? {} : { ports: byDigest(ports, dumpPort) }),
  };
}

/** Subsets in the reference's order, and everything in them. */
export function* sortedSubsets(subsets: readonly EndpointSubset[]): Steps<EndpointSubset[]> {
  if (subsets.length === 1) return subsets.map(sortedSubset);
  const dumped: Digested<EndpointSubset>[] = [];
  for (const subset of subsets) {
    if (isTurnOver()) yield;
    dumped.push(digested(sortedSubset(subset), dumpSubset));
  }
  return (yield* sortInSteps(dumped, compareDigests)).map(({ item }) => item);
}

const compareAddresses = (a: EndpointAddress, b: EndpointAddress): number =>
  compareText(a.ip, b.ip) || compareText(a.targetRef?.uid ?? "", b.targetRef?.uid ?? "");

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Digested<T> {
  readonly item: T;
  readonly digest: string;
}

const digested = <T>(item: T, dump: (item: T) => string): Digested<T> => ({
  item,
  digest: createHash("md5").update(dump(item)).digest("hex"),
});

const compareDigests = (a: Digested<unknown>, b: Digested<unknown>): number => compareText(a.digest, b.digest);

/** Dumps each item only once. */
function byDigest<T>(items: readonly T[], dump: (item: T) => string): T[] {
  if (items.length < 2) return [...items];
  return items
    .map((item) => digested(item, dump))
    .sort(compareDigests)
    .map(({ item }) => item);
}

const dumpPort = (port: EndpointPort): string => `(v1.EndpointPort)${portFields(port)}`;

const portFields = ({ name = "", port, protocol = "", appProtocol }: EndpointPort): string =>
  `{Name:(string)${name} Port:(int32)${port} Protocol:(v1.Protocol)${protocol} AppProtocol:(*string)${appProtocol ?? "<nil>"}}`;

const dumpSubset = ({ addresses, notReadyAddresses, ports }: EndpointSubset): string =>
  `(v1.EndpointSubset){Addresses:${list("[]v1.EndpointAddress", addresses, addressFields)} ` +
  `NotReadyAddresses:${list("[]v1.EndpointAddress", notReadyAddresses, addressFields)} ` +
  `Ports:${list("[]v1.EndpointPort", ports, portFields)}}`;

const list = <T>(type: string, items: readonly T[] | undefined, dump: (item: T) => string): string =>
  `(${type})${items === undefined ? "<nil>" : `[${items.map(dump).join(" ")}]`}`;

function addressFields({ ip, hostname = "", nodeName, targetRef }: EndpointAddress): string {
  const { kind = "", namespace = "", name = "", uid = "", apiVersion = "" } = targetRef ?? {};
  const { resourceVersion = "", fieldPath = "" } = targetRef ?? {};
  const target =
    targetRef === undefined
      ? "<nil>"
      : `{Kind:(string)${kind} Namespace:(string)${namespace} Name:(string)${name} UID:(types.UID)${uid} ` +
        `APIVersion:(string)${apiVersion} ResourceVersion:(string)${resourceVersion} FieldPath:(string)${fieldPath}}`;
  return `{IP:(string)${ip} Hostname:(string)${hostname} NodeName:(*string)${nodeName ?? "<nil>"} TargetRef:(*v1.ObjectReference)${target}}`;
}
