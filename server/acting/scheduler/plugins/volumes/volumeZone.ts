import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { usedClaims } from "../../../volumes/usedClaims.ts";
import { type NodeFilter, type Plugin, unresolvable } from "../../framework/plugin.ts";
import { labelOf } from "../../model/topology.ts";
import { isAboutClaim, type VolumeObjects } from "./volumeObjects.ts";

const ELSEWHERE = unresolvable("node(s) had no available volume zone");

/** Volumes with a zone among their labels are for nodes of that zone; a label may name several, with `__` between them. */
export function volumeZone(objects: VolumeObjects, vocabulary: Vocabulary): Plugin {
  const keys = ["topology.{labelDomain}", "failure-domain.beta.{labelDomain}"].flatMap((domain) =>
    ["zone", "region"].map((place) => vocabulary.render(`${domain}/${place}`)),
  );
  return {
    name: "VolumeZone",
    prepareFilter(pod): NodeFilter | undefined {
      const wanted: { readonly key: string; readonly values: ReadonlySet<string> }[] = [];
      for (const { name } of usedClaims(pod)) {
        const labels = objects.volume(objects.claim(pod.namespace, name)?.spec?.volumeName ?? "")?.metadata?.labels;
        for (const key of keys) {
          const text = labels?.[key];
          if (text !== undefined) wanted.push({ key, values: new Set(text.split("__")) });
        }
      }
      if (wanted.length === 0) return undefined;
      return {
        filter(node) {
          // A cluster without zones minds none.
          if (keys.every((key) => labelOf(node, key) === undefined)) return undefined;
          return wanted.every(({ key, values }) => values.has(labelOf(node, key) ?? "")) ? undefined : ELSEWHERE;
        },
      };
    },
    hints: [
      { on: ["NodeAdd", "NodeLabel", "Volume", "StorageClass"] },
      { on: ["Claim"], helps: (waiting, { object }) => isAboutClaim(waiting, object) },
    ],
  };
}
