import { type Check, containerNames, distinct, quotedList } from "../check.ts";
import { containersOf, namesWhere } from "../pod.ts";

const ALLOWED: ReadonlySet<string> = new Set([
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
]);

/** Only capabilities that runtimes grant by default may be added. */
export const capabilitiesBaseline: Check = {
  id: "capabilities_baseline",
  level: "baseline",
  versions: [
    {
      since: 0,
      check: ({ spec }) => {
        const bad = (added: readonly string[] = []): string[] => added.filter((name) => !ALLOWED.has(name));
        const containers = namesWhere(spec, ({ capabilities }) => bad(capabilities?.add).length > 0);
        if (containers.length === 0) return undefined;
        const names = containersOf(spec).flatMap(({ securityContext }) => bad(securityContext?.capabilities?.add));
        return {
          reason: "non-default capabilities",
          detail: `${containerNames(containers)} must not include ${quotedList(distinct(names))} in securityContext.capabilities.add`,
        };
      },
    },
  ],
};
