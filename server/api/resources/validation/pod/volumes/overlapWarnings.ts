/** Finds files of one volume whose paths overlap. */

import type { Volume, VolumeProjection } from "kubernetes-types/core/v1";
import { isEmptyMap } from "../../../../../../shared/json/largeMaps.ts";
import { isTurnDue, type Steps } from "../../../../../../shared/steps.ts";
import { trimEndOf } from "../../../../../../shared/text/trimEnd.ts";

/** Maximum number of warnings that are searched for; a response has no room for more. */
const MAX_WARNINGS = 200;

/** A file in a volume. */
interface File {
  readonly path: string;
  /** Its source, when the volume has several: `ConfigMap "a"`. */
  readonly source: string;
}

/** A node in the tree of paths: a directory or file. */
interface Place {
  readonly below: Map<string, Place>;
  /** The files with exactly this path, by their position in the volume. */
  readonly files: number[];
}

/** Warnings about overlapping files, in the reference's words; at most 200. */
export function* overlapWarnings(volumes: readonly Volume[]): Steps<string[]> {
  const warnings: string[] = [];
  const warn = function* (volume: Volume, description: string, files: readonly File[]): Steps<void> {
    for (const [later, earlier] of yield* overlaps(files, MAX_WARNINGS - warnings.length)) {
      const name = `volume ${JSON.stringify(volume.name)} (${description})`;
      warnings.push(`${name}: overlapping paths: ${textOf(later)} with ${textOf(earlier)}`);
    }
  };
  for (const volume of volumes) {
    if (isTurnDue()) yield;
    const { configMap, secret, downwardAPI, projected } = volume;
    if (configMap?.items)
      yield* warn(volume, `ConfigMap ${JSON.stringify(configMap.name ?? "")}`, files(configMap.items));
    else if (secret?.items)
      yield* warn(volume, `Secret ${JSON.stringify(secret.secretName ?? "")}`, files(secret.items));
    else if (downwardAPI?.items) yield* warn(volume, "DownwardAPI", files(downwardAPI.items));
    else if (projected) {
      const all: File[] = [];
      let isWarned = false;
      let latest: readonly File[] = [];
      for (const source of projected.sources ?? []) {
        if (isTurnDue()) yield;
        if (isEmptyMap(source)) {
          // A response contains each warning once.
          if (!isWarned) warnings.push(`volume ${JSON.stringify(volume.name)} (Projected) has no sources provided`);
          isWarned = true;
          continue;
        }
        // For a source that lists no files, the reference repeats the files of the previous source.
        latest = projectedFiles(source) ?? latest;
        for (const file of latest) all.push(file);
      }
      yield* warn(volume, "Projected", all);
    }
    if (warnings.length >= MAX_WARNINGS) break;
  }
  return warnings;
}

const files = (items: readonly { readonly path: string }[], source = ""): File[] =>
  items.map(({ path = "" }) => ({ path: trimEndOf(path, "/"), source }));

/** The files of one source; undefined when the source does not list them. */
function projectedFiles(source: VolumeProjection): readonly File[] | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
  if (configMap?.items) return files(configMap.items, `ConfigMap ${JSON.stringify(configMap.name ?? "")}`);
  if (secret?.items) return files(secret.items, `Secret ${JSON.stringify(secret.name ?? "")}`);
  if (downwardAPI?.items) return files(downwardAPI.items, "DownwardAPI");
  if (serviceAccountToken) return files([serviceAccountToken], "ServiceAccountToken");
  if (!clusterTrustBundle) return undefined;
  const name = clusterTrustBundle.name ?? clusterTrustBundle.signerName ?? "";
  return files([clusterTrustBundle], `ClusterTrustBundle ${JSON.stringify(name)}`);
}

const textOf = ({ path, source }: File): string => JSON.stringify(path) + (source === "" ? "" : ` (${source})`);

/**
 * Pairs of files where one has the path of the other or is below it: each file with earlier ones. At most `limit`
 * pairs.
 */
function* overlaps(files: readonly File[], limit: number): Steps<[later: File, earlier: File][]> {
  const found: [File, File][] = [];
  const root: Place = { below: new Map(), files: [] };
  for (const [i, file] of files.entries()) {
    if (found.length >= limit) break;
    if (file.path === "") continue;
    let place = root;
    const earlier: number[] = [];
    for (const name of elements(file.path)) {
      if (isTurnDue()) yield;
      let next = place.below.get(name);
      if (next === undefined) {
        next = { below: new Map(), files: [] };
        place.below.set(name, next);
      }
      place = next;
      if (earlier.length < limit) for (const each of next.files.slice(0, limit)) earlier.push(each);
    }
    for (const below of place.below.values()) yield* collect(below, earlier, limit);
    earlier.sort((a, b) => a - b);
    for (const each of earlier.slice(0, limit - found.length)) found.push([file, files[each] as File]);
    place.files.push(i);
  }
  return found;
}

/** Yields the elements of a path one at a time, because there may be a million. */
function* elements(path: string): Generator<string> {
  let start = 0;
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", start)) {
    yield path.slice(start, end);
    start = end + 1;
  }
  yield path.slice(start);
}

/** Collects the files at and below a path. Not recursive, because clients may send paths of any depth. */
function* collect(from: Place, into: number[], limit: number): Steps<void> {
  const waiting = [from];
  for (let place = waiting.pop(); place !== undefined && into.length < limit; place = waiting.pop()) {
    if (isTurnDue()) yield;
    for (const each of place.files.slice(0, limit)) into.push(each);
    for (const next of place.below.values()) waiting.push(next);
  }
}
