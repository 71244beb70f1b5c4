import { type Check, containerNames } from "../check.ts";
import { namesWhere } from "../pod.ts";

/** Privileged containers are forbidden, because they have all privileges of the node. */
export const privileged: Check = {
  id: "privileged",
  level: "baseline",
  versions: [
    {
      since: 0,
      check: ({ spec }) => {
        const bad = namesWhere(spec, (context) => context.privileged === true);
        if (bad.length === 0) return undefined;
        return {
          reason: "privileged",
          detail: `${containerNames(bad)} must not set securityContext.privileged=true`,
        };
      },
    },
  ],
};
