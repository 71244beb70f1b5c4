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

/** Programs may not get more rights than what started them. */
export const allowPrivilegeEscalation: Check = {
  id: "allowPrivilegeEscalation",
  level: "restricted",
  versions: [
    { since: 8, check },
    { since: 25, check: exceptWindows(check) },
  ],
};
