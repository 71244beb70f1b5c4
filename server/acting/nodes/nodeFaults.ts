/** What is wrong with a node, on purpose. */
export type NodeFault = "down" | "cutOff" | "slow" | "memoryPressure" | "diskPressure";

/** How many times as long a slow node takes. */
export const SLOWNESS = 10;

/** The faults that a node has now. */
export class NodeFaults {
  readonly #faults = new Set<NodeFault>();

  has(fault: NodeFault): boolean {
    return this.#faults.has(fault);
  }

  set(fault: NodeFault, isThere: boolean): void {
    if (isThere) this.#faults.add(fault);
    else this.#faults.delete(fault);
  }

  /** The conditions of a node that is short of something, by their type. */
  get pressures(): readonly string[] {
    return [
      ...(this.has("memoryPressure") ? ["MemoryPressure"] : []),
      ...(this.has("diskPressure") ? ["DiskPressure"] : []),
    ];
  }

  /** Whether the node reaches the API, and the API reaches the node. */
  get isConnected(): boolean {
    return !this.has("down") && !this.has("cutOff");
  }
}
