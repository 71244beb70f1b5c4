import { type Check, setters } from "../check.ts";
import { namesWhere } from "../pod.ts";

/**
 * Containers may not set the root user.
 * @param relaxed exempts pods with their own user namespace: gate `UserNamespacesPodSecurityStandards`
 */
export const runAsUser = (relaxed: boolean): Check => ({
  id: "runAsUser",
  level: "restricted",
  versions: [
    {
      since: 23,
      check: ({ spec }) => {
        if (relaxed && spec.hostUsers === false) return undefined;
        const by = setters(
          spec.securityContext?.runAsUser === 0,
          namesWhere(spec, (context) => context.runAsUser === 0),
        );
        return by === "" ? undefined : { reason: "runAsUser=0", detail: `${by} must not set runAsUser=0` };
      },
    },
  ],
});
