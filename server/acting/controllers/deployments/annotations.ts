import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { fenceposts } from "./fenceposts.ts";
import { type Deployment, desiredReplicas, type ReplicaSet } from "./kinds.ts";

/** Maximum number of characters of the list of former revisions. */
const HISTORY_LENGTH = 2000;

/** Names of the annotations in which a deployment and its replica sets record revisions and sizes. */
export interface RolloutAnnotations {
  readonly revision: string;
  readonly history: string;
  readonly desired: string;
  readonly max: string;
  readonly rollback: string;
  /** Annotations of a deployment that are not copied to its replica sets. */
  readonly own: ReadonlySet<string>;
}

export function rolloutAnnotations(vocabulary: Vocabulary): RolloutAnnotations {
  const domain = vocabulary.render("deployment.{labelDomain}");
  const names = {
    revision: `${domain}/revision`,
    history: `${domain}/revision-history`,
    desired: `${domain}/desired-replicas`,
    max: `${domain}/max-replicas`,
    rollback: "deprecated.deployment.rollback.to",
  };
  const applied = vocabulary.render("kubectl.{labelDomain}/last-applied-configuration");
  return { ...names, own: new Set([applied, ...Object.values(names)]) };
}

/** A 64-bit integer; undefined for any other text. */
export function int64(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const number = BigInt(text.replace(/^\+/, ""));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

/** The revision number; 0 without one. */
export const revisionOf = (object: ReplicaSet, { revision }: RolloutAnnotations): bigint =>
  int64(object.metadata.annotations?.[revision] ?? "") ?? 0n;

/** The number in an annotation; undefined without one. */
export function numberIn(object: ReplicaSet, annotation: string): number | undefined {
  const text = object.metadata.annotations?.[annotation] ?? "";
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** The annotations that record the deployment's size when it last scaled a replica set. */
export function sizeAnnotations(deployment: Deployment, names: RolloutAnnotations): Record<string, string> {
  const replicas = desiredReplicas(deployment);
  return {
    [names.desired]: String(replicas),
    [names.max]: String(replicas + fenceposts(deployment).maxSurge),
  };
}

/**
 * The annotations of the newest replica set: its own, with the deployment's and the revision added. If its revision
 * annotation is not a number, everything stays unchanged.
 */
export function annotationsOfNewest(
  deployment: Deployment,
  known: Record<string, string>,
  revision: bigint,
  names: RolloutAnnotations,
): Record<string, string> {
  const former = known[names.revision];
  const number = former === undefined || former === "" ? 0n : int64(former);
  if (number === undefined) return known;
  const annotations = { ...known };
  for (const [name, value] of Object.entries(deployment.metadata.annotations ?? {})) {
    if (!names.own.has(name)) annotations[name] = value;
  }
  if (number >= revision) return annotations;
  annotations[names.revision] = String(revision);
  if (former !== undefined) annotations[names.history] = withRevision(known[names.history] ?? "", former);
  return annotations;
}

/** Adds a revision to a list; the oldest are dropped when it becomes too long. */
function withRevision(history: string, revision: string): string {
  const revisions = history === "" ? [] : history.split(",");
  revisions.push(revision);
  let length = revisions.join(",").length;
  while (length > HISTORY_LENGTH && revisions.length > 1) length -= (revisions.shift()?.length ?? 0) + 1;
  return revisions.join(",");
}
