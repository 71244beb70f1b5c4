import { type Check, setters } from "../check.ts";
import { namesWhere } from "../pod.ts";

/** Windows containers may not run as host processes. */
export const windowsHostProcess: Check = {
  id: "windowsHostProcess",
  level: "baseline",
  versions: [
    {
      since: 0,
      check: ({ spec }) => {
        const by = setters(
          spec.securityContext?.windowsOptions?.hostProcess === true,
          namesWhere(spec, ({ windowsOptions }) => windowsOptions?.hostProcess === true),
        );
        if (by === "") return undefined;
        return { reason: "hostProcess", detail: `${by} must not set securityContext.windowsOptions.hostProcess=true` };
      },
    },
  ],
};
