import { type Plugin, unresolvable } from "../framework/plugin.ts";

const OTHER_NODE = unresolvable("node(s) didn't match the requested node name");

/** A pod that names its node fits only there. */
export const nodeName: Plugin = {
  name: "NodeName",
  prepareFilter: ({ nodeName }) =>
    nodeName === "" ? undefined : { filter: ({ name }) => (name === nodeName ? undefined : OTHER_NODE) },
  hints: [{ on: ["NodeAdd"] }],
};
