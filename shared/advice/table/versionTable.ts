import type { Vocabulary } from "../../vocabulary.ts";
import { flowControl } from "./flowControl.ts";
import { goneIn116 } from "./goneIn116.ts";
import { goneIn122 } from "./goneIn122.ts";
import { goneSince125 } from "./goneSince125.ts";
import { stillServed } from "./stillServed.ts";
import type { VersionRow } from "./versionRow.ts";

/** Every version of a built-in kind that was deprecated up to 1.32, the earliest removal first. */
export const versionTable: readonly VersionRow[] = [
  ...goneIn116,
  ...goneIn122,
  ...goneSince125,
  ...flowControl,
  ...stillServed,
];

const byPlace = new Map(
  versionTable.flatMap((row) => row.kinds.map((kind) => [placeOf(row.group, row.version, kind), row] as const)),
);

/** The table row of a kind. @param group a template, as in the table */
export const rowOf = (group: string, version: string, kind: string): VersionRow | undefined =>
  byPlace.get(placeOf(group, version, kind));

/** The table rendered in one server's vocabulary. */
export interface VersionIndex {
  /** @param kind kind of an object; for a list, the kind of its items */
  ofKind(group: string, version: string, kind: string): VersionRow | undefined;
  /** Also returns the kind. @param resource plural name, as in paths */
  ofResource(group: string, version: string, resource: string): KindRow | undefined;
}

/** A table row, and the matching kind of it. */
export interface KindRow {
  readonly row: VersionRow;
  readonly kind: string;
}

/** @example indexVersions(createVocabulary()).ofKind("extensions", "v1beta1", "Ingress") */
export function indexVersions(vocabulary: Vocabulary): VersionIndex {
  const kinds = new Map<string, VersionRow>();
  const resources = new Map<string, KindRow>();
  for (const row of versionTable) {
    const group = vocabulary.render(row.group);
    for (const kind of row.kinds) {
      kinds.set(placeOf(group, row.version, kind), row);
      resources.set(placeOf(group, row.version, pluralOf(kind)), { row, kind });
    }
  }
  return {
    ofKind: (group, version, kind) => kinds.get(placeOf(group, version, kind)),
    ofResource: (group, version, resource) => resources.get(placeOf(group, version, resource)),
  };
}

/** The plural as in paths: `networkpolicies`. */
export function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (/s$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

function placeOf(group: string, version: string, kind: string): string {
  return `${group}/${version}/${kind}`;
}
