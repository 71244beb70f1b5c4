import { type Family, formatAddress } from "../../ground/formats/addresses/addresses.ts";

/** Names and addresses of simulated nodes, by their number from 1 on. */
export interface NodePlace {
  readonly name: string;
  /** Of the node itself: one of each family of the cluster, that of most services first. */
  readonly addresses: readonly string[];
  /** The ranges of its pods, in the same order. */
  readonly podRanges: readonly string[];
  /** The addresses of a pod, in the same order. @param last the pod's number on the node, below 256 */
  podAddresses(last: number): readonly string[];
}

/** Pods of the first node live in 10.244.0.0/24; there is room for this many nodes. */
const FIRST_BLOCK = 244;
export const MOST_NODES = 3000;
/** Nodes begin at 2. */
const BESIDE_NODES: Numbers = [192, 168, 100, 1];

/** The address of the API server in the network of simulated nodes, where it has no other: no node and no pod has it. */
export const serverAddress = (family: Family): string =>
  family === "IPv4" ? BESIDE_NODES.join(".") : newerAddress(BESIDE_NODES);

/** @param families of the cluster's addresses, that of most services first */
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

/** An IPv6 address that people recognize: 10.244.0.7 is fd00:10:244::7, too. */
function newerAddress([a, b, c, d]: Numbers): string {
  const groups = [0xfd00, ...[a, b, c, 0, 0, 0, d].map((number) => Number.parseInt(String(number), 16))];
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  return formatAddress({ family: "IPv6", value });
}
