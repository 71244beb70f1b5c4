import { type Family, formatAddress } from "../../ground/formats/addresses/addresses.ts";

/** Names and addresses of a simulated node, which follow from its number (from 1 on). */
export interface NodePlace {
  readonly name: string;
  /** The node's own addresses: one per IP family of the cluster, the primary family first. */
  readonly addresses: readonly string[];
  /** The pod CIDRs of the node, in the same order. */
  readonly podRanges: readonly string[];
  /** The addresses of a pod, in the same order. @param last the pod's number on the node, less than 256 */
  podAddresses(last: number): readonly string[];
}

/** The second octet of the first node's pod CIDR, 10.244.0.0/24; and the maximum number of nodes. */
const FIRST_BLOCK = 244;
export const MAX_NODES = 3000;
/** The address before those of the nodes, which begin at 2. */
const CONTROL_PLANE_ADDRESS: Numbers = [192, 168, 100, 1];

/**
 * The address of the API server in the network of simulated nodes when it has no other address: no node or pod uses it.
 */
export const serverAddress = (family: Family): string =>
  family === "IPv4" ? CONTROL_PLANE_ADDRESS.join(".") : newerAddress(CONTROL_PLANE_ADDRESS);

/** @param families of the cluster's addresses, the primary one first */
export function placeOf(number: number, families: readonly Family[] = ["IPv4"]): NodePlace {
  const index = number - 1;
  const network = [10, FIRST_BLOCK + Math.floor(index / 256), index % 256] as const;
  const ofNode = [192, 168, 100 + Math.floor(index / 250), (index % 250) + 2] as const;
  const all = (numbers: Numbers): string[] =>
    families.map((family) => (family === "IPv4" ? numbers.join(".") : newerAddress(numbers)));
  return {
    name: `node-${number}`,
    addresses: all(ofNode),
    podRanges: all([...network, 0]).map((address, i) => `${address}/${families[i] === "IPv4" ? 24 : 64}`),
    podAddresses: (last) => all([...network, last]),
  };
}

type Numbers = readonly [number, number, number, number];

/** An IPv6 address that is easy to map to its IPv4 counterpart: 10.244.0.7 becomes fd00:10:244::7. */
function newerAddress([a, b, c, d]: Numbers): string {
  const groups = [0xfd00, ...[a, b, c, 0, 0, 0, d].map((number) => Number.parseInt(String(number), 16))];
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  return formatAddress({ family: "IPv6", value });
}
