/** Releases, derived from the labels of their stored revisions without reading the payloads. */
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import type { Tone } from "../../ui/Badge.tsx";
import type { Driver } from "./unpackRelease.ts";

/** One stored revision of a release. */
export interface StoredRevision {
  readonly driver: Driver;
  /** Name of the object that stores the revision. */
  readonly object: string;
  readonly uid: string;
  readonly namespace: string;
  /** Name of the release. */
  readonly name: string;
  readonly revision: number;
  readonly status: string;
  /** Milliseconds since the epoch; 0 when unknown. */
  readonly updated: number;
}

/** A release by its newest revision. */
export interface ReleaseEntry extends StoredRevision {
  readonly key: string;
  /** Number of stored revisions. */
  readonly kept: number;
  /** The deployed revision, if it is not the newest one. */
  readonly running?: number;
}

const PREFIX = "sh.helm.release.v1.";

/** The revision that an object stores; undefined for other objects. */
export function storedRevision(row: ResourceRow, driver: Driver): StoredRevision | undefined {
  const { labels } = row;
  const name = labels["name"] ?? "";
  const revision = Number(labels["version"]);
  if (labels["owner"] !== "helm" || name === "" || !Number.isSafeInteger(revision)) return undefined;
  if (!row.name.startsWith(PREFIX)) return undefined;
  const updated = Number(labels["modifiedAt"] ?? labels["createdAt"]) * 1000 || row.created;
  return {
    driver,
    object: row.name,
    uid: row.uid,
    namespace: row.namespace,
    name,
    revision,
    status: labels["status"] ?? "",
    updated,
  };
}

/** A unique key of a release. */
export const releaseKey = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;

/** The releases of these revisions, by namespace and name. */
export function releasesOf(revisions: readonly StoredRevision[]): ReleaseEntry[] {
  const byRelease = new Map<string, { newest: StoredRevision; kept: number; running: number }>();
  for (const stored of revisions) {
    const key = releaseKey(stored);
    const running = stored.status === "deployed" ? stored.revision : 0;
    const known = byRelease.get(key);
    if (known === undefined) {
      byRelease.set(key, { newest: stored, kept: 1, running });
      continue;
    }
    known.kept += 1;
    known.running = Math.max(known.running, running);
    if (stored.revision > known.newest.revision) known.newest = stored;
  }
  return [...byRelease]
    .map(([key, { newest, kept, running }]) => ({
      ...newest,
      key,
      kept,
      ...(running > 0 && running !== newest.revision ? { running } : {}),
    }))
    .sort((a, b) => compare(a.namespace, b.namespace) || compare(a.name, b.name));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The releases whose name, namespace or status contain all of the words. */
export function filterReleases(releases: readonly ReleaseEntry[], text: string): readonly ReleaseEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return releases;
  return releases.filter(({ name, namespace, status }) => {
    const haystack = `${namespace}/${name} ${status}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

const TONES: Readonly<Record<string, Tone>> = {
  deployed: "good",
  failed: "bad",
  unknown: "warn",
  uninstalling: "warn",
};

/** The tone of a status. */
export const statusTone = (status: string): Tone => TONES[status] ?? (isPending(status) ? "accent" : "neutral");

/** Whether helm is working, or was interrupted. */
export const isPending = (status: string): boolean => status.startsWith("pending-") || status === "uninstalling";

/** helm's default timeout; a release that is pending for longer was probably interrupted. */
export const PENDING_FOR_LONG = 10 * 60_000;
