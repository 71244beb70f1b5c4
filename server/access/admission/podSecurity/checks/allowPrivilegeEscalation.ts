import { type Check, type CheckPod, containerNames, exceptWindows } from "../check.ts";
import { namesWhere } from "../pod.ts";

const check: CheckPod = ({ spec }) => {
  const bad = namesWhere(spec, (context) => context.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  return {
    reason: "allowPrivilegeEscalation != false",
    detail: `${containerNames(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

/** A process may not get more privileges than its parent. */
export const allowPrivilegeEscalation: Check = {
  id: "allowPrivilegeEscalation",
  level: "restricted",
  versions: [
    { since: 8, check },
    { since: 25, check: exceptWindows(check) },
  ],
};
