import { type Check, type CheckPod, containerNames, distinct, exceptWindows, quotedList } from "../check.ts";
import { containersOf, namesWhere } from "../pod.ts";

const check: CheckPod = ({ spec }) => {
  const bad = (added: readonly string[] = []): string[] => added.filter((name) => name !== "NET_BIND_SERVICE");
  const keeping = namesWhere(spec, ({ capabilities }) => capabilities?.drop?.includes("ALL") !== true);
  const adding = namesWhere(spec, ({ capabilities }) => bad(capabilities?.add).length > 0);
  const added = containersOf(spec).flatMap(({ securityContext }) => bad(securityContext?.capabilities?.add));
  const details = [
    ...(keeping.length === 0 ? [] : [`${containerNames(keeping)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding.length === 0
      ? []
      : [
          `${containerNames(adding)} must not include ${quotedList(distinct(added))} in securityContext.capabilities.add`,
        ]),
  ];
  return details.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: details.join("; ") };
};

/** All capabilities must be dropped; only the one for binding low ports may be added. */
export const capabilitiesRestricted: Check = {
  id: "capabilities_restricted",
  level: "restricted",
  versions: [
    { since: 22, check, overrides: ["capabilities_baseline"] },
    { since: 25, check: exceptWindows(check), overrides: ["capabilities_baseline"] },
  ],
};
