import { membersOf, recordsOf } from "../../../shared/advice/conversions/members.ts";
import { versionTable } from "../../../shared/advice/table/versionTable.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { refusalText } from "./clusterReader.ts";
import { type Examination, parseAnswer } from "./examination.ts";

/** A resource whose objects can be listed. */
export interface ListableResource {
  /** `/apis/apps/v1/deployments`. */
  readonly path: string;
  readonly kind: string;
}

/** Events are gone within the hour; what wrote them shows in the metric. */
const PASSING = new Set(["Event"]);

/** The resources of which a version ends, in the first version that has them: no others can have been written through one. */
export async function listableResources({ reader, advisor, collector }: Examination): Promise<ListableResource[]> {
  const kinds = endingKinds(advisor.vocabulary);
  const answer = await reader.get("/apis");
  if (answer.status !== 200) {
    collector.hide(`/apis: ${refusalText(answer)}`);
    return [];
  }
  const found = new Map<string, ListableResource>();
  for (const group of recordsOf(membersOf(await parseAnswer(answer.text))?.["groups"])) {
    const name = String(group["name"]);
    const own = kinds.get(name);
    if (own === undefined) continue;
    for (const { version } of recordsOf(group["versions"])) {
      const root = `/apis/${encodeURIComponent(name)}/${encodeURIComponent(String(version))}`;
      const list = await reader.get(root);
      if (list.status !== 200) {
        collector.hide(`${root}: ${refusalText(list)}`);
        continue;
      }
      for (const { name: plural, kind, verbs } of recordsOf(membersOf(await parseAnswer(list.text))?.["resources"])) {
        const place = `${name}/${plural}`;
        if (typeof kind !== "string" || !own.has(kind) || PASSING.has(kind) || found.has(place)) continue;
        if (typeof plural !== "string" || !Array.isArray(verbs) || !verbs.includes("list")) continue;
        found.set(place, { path: `${root}/${encodeURIComponent(plural)}`, kind });
      }
    }
  }
  return [...found.values()];
}

/** The kinds of the table by their groups, the old and the new. */
function endingKinds(vocabulary: Vocabulary): ReadonlyMap<string, ReadonlySet<string>> {
  const byGroup = new Map<string, Set<string>>();
  for (const { group, use, kinds } of versionTable) {
    for (const template of [group, use?.group ?? group]) {
      const name = vocabulary.render(template);
      byGroup.set(name, new Set([...(byGroup.get(name) ?? []), ...kinds]));
    }
  }
  return byGroup;
}
