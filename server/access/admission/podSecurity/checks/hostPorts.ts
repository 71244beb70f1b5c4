import { type Check, containerNames, distinct, plural } from "../check.ts";
import { containersOf } from "../pod.ts";

/** Pods may not use ports of the node. */
export const hostPorts: Check = {
  id: "hostPorts",
  level: "baseline",
  versions: [
    {
      since: 0,
      check: ({ spec }) => {
        const taken = containersOf(spec).map(({ name, ports = [] }) => ({
          name,
          ports: ports.flatMap(({ hostPort }) => (hostPort ? [String(hostPort)] : [])),
        }));
        const bad = taken.filter(({ ports }) => ports.length > 0);
        if (bad.length === 0) return undefined;
        const ports = distinct(bad.flatMap((container) => container.ports));
        const who = containerNames(bad.map(({ name }) => name));
        const verb = plural(bad.length, "uses", "use");
        return { reason: "hostPort", detail: `${who} ${verb} ${plural(ports.length, "hostPort")} ${ports.join(", ")}` };
      },
    },
  ],
};
