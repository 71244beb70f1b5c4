import { type FlagGroup, fileFlag, numberFlag } from "../../ground/settings/flag.ts";
import { MOST_NODES } from "./nodeNames.ts";

/** Settings of the simulated nodes. */
export interface NodeOptions {
  /** Undefined: none for a server, a few for a sandbox of the console. */
  readonly simulatedNodes: number | undefined;
  /** Path of a file that says what they are like. */
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
      max: MOST_NODES,
      default: 0,
    }),
    default: undefined,
  },
  nodeProfile: fileFlag(
    "node-profile",
    "file that says what simulated nodes are like: capacity, labels, taints, times",
  ),
};
