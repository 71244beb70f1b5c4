import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { nextNumber, type Revision, type RevisionStore, revisionsWith } from "../history/revisions.ts";
import { ignoring } from "../ignoring.ts";
import { type DaemonSet, HASH_LABEL } from "./kinds.ts";

export interface SetRevisions {
  /** That of the set's template. */
  readonly current: Revision;
  readonly old: readonly Revision[];
  /** How often two templates had the same name. */
  readonly collisions: number | undefined;
}

interface Parts {
  readonly client: Pick<ApiClient, "patch" | "update" | "delete">;
  readonly history: RevisionStore;
  /** Of controller revisions. */
  readonly ref: { readonly group: string; readonly version: string; readonly resource: string };
}

/**
 * Sees to it that a set has one revision of its template, and that it is the newest: creates it where it is missing.
 * Others of the same template go, after the pods that are labelled with them.
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

  /** A revision that another client made may lack the label by which its pods are known. */
  const labelled = async (revision: Revision): Promise<Revision> => {
    const { name = "", labels } = revision.metadata;
    if (labels?.[HASH_LABEL] !== undefined) return revision;
    const metadata = { ...revision.metadata, labels: { ...labels, [HASH_LABEL]: name } };
    return (await client.update({ ...ref, namespace, name }, { ...revision, metadata })) as Revision;
  };
  /** Pods of one revision become pods of another, and it goes. */
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
  const equal = revisionsWith(known, template);
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
