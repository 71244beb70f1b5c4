import { type Check, plural, quotedList } from "../check.ts";

/** Pods may not mount files of the node. */
export const hostPathVolumes: Check = {
  id: "hostPathVolumes",
  level: "baseline",
  versions: [
    {
      since: 0,
      check: ({ spec }) => {
        const bad = (spec.volumes ?? []).filter((volume) => volume["hostPath"]).map(({ name }) => name);
        if (bad.length === 0) return undefined;
        return { reason: "hostPath volumes", detail: `${plural(bad.length, "volume")} ${quotedList(bad)}` };
      },
    },
  ],
};
