/** Names and addresses of simulated nodes, by their number from 1 on. */
export interface NodePlace {
  readonly name: string;
  /** Of the node itself. */
  readonly address: string;
  /** Of its pods: a block of 256 addresses. */
  readonly podBlock: string;
}

/** Pods of the first node live in 10.244.0.0/24; there is room for this many nodes. */
const FIRST_BLOCK = 244;
export const MOST_NODES = 3000;

export function placeOf(number: number): NodePlace {
  const index = number - 1;
  const block = `10.${FIRST_BLOCK + Math.floor(index / 256)}.${index % 256}`;
  return {
    name: `node-${number}`,
    address: `192.168.${100 + Math.floor(index / 250)}.${(index % 250) + 2}`,
    podBlock: block,
  };
}
