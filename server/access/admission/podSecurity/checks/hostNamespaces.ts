import type { Check } from "../check.ts";

/** Pods may not use the network, process or IPC namespaces of the node. */
export const hostNamespaces: Check = {
  id: "hostNamespaces",
  level: "baseline",
  versions: [
    {
      since: 0,
      check: ({ spec }) => {
        const shared = (["hostNetwork", "hostPID", "hostIPC"] as const).filter((name) => spec[name] === true);
        if (shared.length === 0) return undefined;
        return { reason: "host namespaces", detail: shared.map((name) => `${name}=true`).join(", ") };
      },
    },
  ],
};
