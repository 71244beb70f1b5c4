import { type Check, containerNames, distinct, quotedList } from "../check.ts";
import { containersOf, namesWhere } from "../pod.ts";

const isBad = (procMount: string | undefined): procMount is string =>
  procMount !== undefined && procMount !== "Default";

/**
 * `/proc` must keep its default masks.
 * @param relaxed exempts pods with their own user namespace: gate `UserNamespacesPodSecurityStandards`
 */
export const procMount = (relaxed: boolean): Check => ({
  id: "procMount",
  level: "baseline",
  versions: [
    {
      since: 0,
      check: ({ spec }) => {
        if (relaxed && spec.hostUsers === false) return undefined;
        const bad = namesWhere(spec, (context) => isBad(context.procMount));
        if (bad.length === 0) return undefined;
        const types = containersOf(spec).map(({ securityContext }) => securityContext?.procMount);
        return {
          reason: "procMount",
          detail: `${containerNames(bad)} must not set securityContext.procMount to ${quotedList(distinct(types.filter(isBad)))}`,
        };
      },
    },
  ],
});
