/** Faults that users can inject into a node. */
export type NodeFault = "down" | "cutOff" | "slow" | "memoryPressure" | "diskPressure";

/** The factor by which a slow node is slower. */
export const SLOWNESS = 10;

/** The current faults of a node. */
export class NodeFaults {
  readonly #faults = new Set<NodeFault>();

  has(fault: NodeFault): boolean {
    return this.#faults.has(fault);
  }

  set(fault: NodeFault, isThere: boolean): void {
    if (isThere) this.#faults.add(fault);
    else this.#faults.delete(fault);
  }

  /** The node's current pressures, as condition types. */
  get pressures(): readonly string[] {
    return [
      ...(this.has("memoryPressure") ? ["MemoryPressure"] : []),
      ...(this.has("diskPressure") ? ["DiskPressure"] : []),
    ];
  }

  /** Whether the node and the API can reach each other. */
  get isConnected(): boolean {
    return !this.has("down") && !this.has("cutOff");
  }
}
