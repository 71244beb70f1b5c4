import { type FlagGroup, fileFlag, numberFlag } from "../../ground/settings/flag.ts";
import { MAX_NODES } from "./nodeNames.ts";

/** Settings of the simulated nodes. */
export interface NodeOptions {
  /** The number of nodes. Undefined means none for a server, and a few for a sandbox of the console. */
  readonly simulatedNodes: number | undefined;
  /** Path of a file that describes the nodes. */
  readonly nodeProfile: string | undefined;
}

export const nodeFlags: FlagGroup<NodeOptions> = {
  simulatedNodes: {
    ...numberFlag("simulated-nodes", {
      argument: "<count>",
      about:
        "nodes that the server simulates: pods placed there run programs that stand in for their images " +
        "(default: 3 for a sandbox of the console)",
      min: 0,
      max: MAX_NODES,
      default: 0,
    }),
    default: undefined,
  },
  nodeProfile: fileFlag(
    "node-profile",
    "file that says what simulated nodes are like: capacity, labels, taints, times",
  ),
};
