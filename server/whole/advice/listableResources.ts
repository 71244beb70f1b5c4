import { recordsOf } from "../../../shared/advice/conversions/members.ts";
import { versionTable } from "../../../shared/advice/table/versionTable.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { type Examination, readObject } from "./examination.ts";

/** A resource whose objects can be listed. */
export interface ListableResource {
  /** For example `/apis/apps/v1/deployments`. */
  readonly path: string;
  /** For example `apps/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
}

/** Kinds that are not examined: events expire within the hour; their writers appear in the metric. */
const PASSING = new Set(["Event"]);

/**
 * The resources that have a deprecated or removed version, each in its first version: objects of other resources cannot
 * have been written through one.
 */
export async function listableResources(examination: Examination): Promise<ListableResource[]> {
  const kinds = endingKinds(examination.advisor.vocabulary);
  const groups = recordsOf((await readObject(examination, "/apis"))?.["groups"]);
  const found = new Map<string, ListableResource>();
  for (const group of groups) {
    const name = String(group["name"]);
    const own = kinds.get(name);
    if (own === undefined) continue;
    for (const { version } of recordsOf(group["versions"])) {
      const root = `/apis/${encodeURIComponent(name)}/${encodeURIComponent(String(version))}`;
      const list = await readObject(examination, root);
      for (const { name: plural, kind, verbs } of recordsOf(list?.["resources"])) {
        const place = `${name}/${plural}`;
        if (typeof kind !== "string" || !own.has(kind) || PASSING.has(kind) || found.has(place)) continue;
        if (typeof plural !== "string" || !Array.isArray(verbs) || !verbs.includes("list")) continue;
        found.set(place, { path: `${root}/${encodeURIComponent(plural)}`, apiVersion: `${name}/${version}`, kind });
      }
    }
  }
  return [...found.values()];
}

/** The kinds in the table of versions, by old and new group. */
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
