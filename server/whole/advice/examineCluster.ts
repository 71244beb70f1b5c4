import type { Members } from "../../../shared/advice/conversions/members.ts";
import type { Usage } from "../../../shared/advice/usage.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { readDeprecatedRequests } from "./deprecatedRequests.ts";
import type { Examination } from "./examination.ts";
import { readHelmReleases } from "./helmReleases.ts";
import { type ListableResource, listableResources } from "./listableResources.ts";
import { usageOfObject } from "./objectUsage.ts";
import { readItems } from "./readItems.ts";

/** Number of objects per page. */
const PAGE = 250;
/** Maximum number of objects of one resource that are examined. */
const MAX_OBJECTS = 100_000;
/** Kinds whose objects may refer to API versions in their spec; for all other kinds the metadata suffices. */
const WITH_REFERENCES = new Set(["HorizontalPodAutoscaler"]);

/**
 * Finds which deprecated or removed versions a cluster uses: in the metadata of its objects, in its Helm releases, and
 * in the server's metrics. What the caller may not see is reported, and is not an error.
 *
 * @throws Error when the cluster does not answer at all
 */
export async function examineCluster(examination: Examination): Promise<void> {
  for (const resource of await listableResources(examination)) await examineResource(examination, resource);
  await readHelmReleases(examination);
  await readDeprecatedRequests(examination);
}

async function examineResource(examination: Examination, { path, apiVersion, kind }: ListableResource): Promise<void> {
  const { advisor, collector } = examination;
  const holder = { apiVersion, kind };
  const isWhole = WITH_REFERENCES.has(kind);
  const metadataOnly = `application/json;as=PartialObjectMetadataList;v=v1;g=${advisor.vocabulary.metaGroup}`;
  const list = { path, page: PAGE, most: MAX_OBJECTS, ...(isWhole ? {} : { accept: metadataOnly }) };
  for await (const object of readItems(examination, list)) {
    for (const usage of await inTurns(usageOfObject(advisor, object, kind))) collector.add(usage);
    if (isWhole) await examineReferences(examination, object, holder);
  }
}

/** Examines the references in the object's spec. */
async function examineReferences(
  { advisor, collector }: Examination,
  object: Members,
  holder: NonNullable<Usage["holder"]>,
): Promise<void> {
  const { findings } = await inTurns(advisor.advise({ ...object, kind: holder.kind }));
  for (const { at, ...finding } of findings) {
    if (at !== undefined) collector.add({ ...finding, evidence: "reference", holder, by: at });
  }
}
