import { type Check, containerNames, setters } from "../check.ts";
import { namesWhere } from "../pod.ts";

/**
 * Containers must declare that they do not run as root.
 * @param relaxed exempts pods with their own user namespace: gate `UserNamespacesPodSecurityStandards`
 */
export const runAsNonRoot = (relaxed: boolean): Check => ({
  id: "runAsNonRoot",
  level: "restricted",
  versions: [
    {
      since: 0,
      check: ({ spec }) => {
        if (relaxed && spec.hostUsers === false) return undefined;
        const ofPod = spec.securityContext?.runAsNonRoot;
        const reason = "runAsNonRoot != true";
        const by = setters(
          ofPod === false,
          namesWhere(spec, (context) => context.runAsNonRoot === false),
        );
        if (by !== "") return { reason, detail: `${by} must not set securityContext.runAsNonRoot=false` };
        const silent = namesWhere(spec, (context) => context.runAsNonRoot === undefined);
        if (ofPod === true || silent.length === 0) return undefined;
        return { reason, detail: `pod or ${containerNames(silent)} must set securityContext.runAsNonRoot=true` };
      },
    },
  ],
});
