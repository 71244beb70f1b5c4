import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { nextNumber, type Revision, type RevisionStore, revisionsWith } from "../history/revisions.ts";
import { ignoring } from "../ignoring.ts";
import { type DaemonSet, HASH_LABEL } from "./kinds.ts";

export interface SetRevisions {
  /** The revision of the set's current template. */
  readonly current: Revision;
  readonly old: readonly Revision[];
  /** The number of hash collisions between templates. */
  readonly collisions: number | undefined;
}

interface Parts {
  readonly client: Pick<ApiClient, "patch" | "update" | "delete">;
  readonly history: RevisionStore;
  /** The resource of controller revisions. */
  readonly ref: { readonly group: string; readonly version: string; readonly resource: string };
}

/**
 * Ensures that a set has exactly one revision of its current template, and that it is the newest; creates it if
 * necessary. Duplicates are deleted, after their pods were relabelled.
 *
 * @param revisions those that the set controls
 * @param pods those that the set controls
 * @throws ApiError
 */
export async function setRevisions(
  { client, history, ref }: Parts,
  set: DaemonSet,
  revisions: readonly Revision[],
  pods: readonly ApiObject[],
): Promise<SetRevisions> {
  const { namespace = "" } = set.metadata;
  const template = set.spec.template as PodTemplateSpec;
  const collisions = set.status?.collisionCount;

  /** Adds the hash label, which a revision created by another client may lack. */
  const labelled = async (revision: Revision): Promise<Revision> => {
    const { name = "", labels } = revision.metadata;
    if (labels?.[HASH_LABEL] !== undefined) return revision;
    const metadata = { ...revision.metadata, labels: { ...labels, [HASH_LABEL]: name } };
    const { resourceVersion } = (await client.update({ ...ref, namespace, name }, { ...revision, metadata })).metadata;
    return { ...revision, metadata: resourceVersion === undefined ? metadata : { ...metadata, resourceVersion } };
  };
  /** Relabels the pods of a duplicate revision, and deletes it. */
  const replace = async (duplicate: Revision, by: Revision): Promise<void> => {
    for (const { metadata } of pods) {
      if (metadata.labels?.[HASH_LABEL] !== duplicate.metadata.labels?.[HASH_LABEL]) continue;
      const pod = { group: "", version: "v1", resource: "pods", namespace, name: metadata.name ?? "" };
      const body = { metadata: { labels: { [HASH_LABEL]: by.metadata.labels?.[HASH_LABEL] } } };
      await ignoring(["NotFound"], client.patch(pod, body, { type: "merge" }));
    }
    await ignoring(["NotFound"], client.delete({ ...ref, namespace, name: duplicate.metadata.name ?? "" }));
  };

  const known: Revision[] = [];
  for (const revision of revisions) known.push(await labelled(revision));
  const equal = await revisionsWith(known, template);
  const old = known.filter((each) => !equal.includes(each));
  const number = nextNumber(old);
  const [newest, ...duplicates] = equal;
  if (newest === undefined) {
    const wanted = { owner: set, template, number, hashLabel: HASH_LABEL, collisions: collisions ?? 0 };
    const made = await history.create(wanted);
    return { current: made.revision, old, collisions: made.collisions === 0 ? collisions : made.collisions };
  }
  for (const duplicate of duplicates) await replace(duplicate, newest);
  const current = newest.revision < number ? await history.renumber(newest, number) : newest;
  return { current, old, collisions };
}
