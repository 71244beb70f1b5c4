import { compareReleases, type Release } from "../../../shared/advice/release.ts";
import { rowOf } from "../../../shared/advice/table/versionTable.ts";
import type { ResourceDefinition } from "../registry/definition.ts";

/** Whether the release serves the version: not before its introduction, and not after its removal. */
export function isOfRelease({ group, version, kind, introduced }: ResourceDefinition, release: Release): boolean {
  const removed = rowOf(group, version, kind)?.removed;
  if (introduced !== undefined && compareReleases(introduced, release) > 0) return false;
  return removed === undefined || compareReleases(removed, release) > 0;
}
