import { type Plugin, unschedulable } from "../framework/plugin.ts";
import { UsedPorts } from "../model/hostPorts.ts";

/** The message for nodes on which another pod uses a requested port. */
export const PORTS_TAKEN = "node(s) didn't have free ports for the requested pod ports";
const TAKEN = unschedulable(PORTS_TAKEN);

/** Two pods cannot use the same host port of a node. */
export const nodePorts: Plugin = {
  name: "NodePorts",
  prepareFilter: ({ ports }) =>
    ports.length === 0
      ? undefined
      : { filter: ({ usedPorts }) => (usedPorts.conflictsWith(ports) ? TAKEN : undefined) },
  hints: [
    { on: ["NodeAdd"] },
    {
      on: ["PodDelete"],
      helps(waiting, { pod }) {
        if (pod === undefined || pod.nodeName === "") return false;
        const freed = new UsedPorts();
        freed.add(pod.ports);
        return freed.conflictsWith(waiting.ports);
      },
    },
  ],
};
