import { type Members, memberAt, membersOf, recordsOf } from "../../../shared/advice/conversions/members.ts";
import { versionTable } from "../../../shared/advice/table/versionTable.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { refusalText } from "./clusterReader.ts";
import { readDeprecatedRequests } from "./deprecatedRequests.ts";
import { type Examination, parseAnswer } from "./examination.ts";
import { readHelmReleases } from "./helmReleases.ts";
import { usageOfObject } from "./objectUsage.ts";

/** Objects of a page. */
const PAGE = 250;
/** So many objects of one resource are looked at. */
const MOST_OBJECTS = 100_000;
/** Events are gone within the hour; what wrote them shows in the metric. */
const PASSING = new Set(["Event"]);
/** Of these, the specification names versions, too. */
const WITH_REFERENCES = new Set(["HorizontalPodAutoscaler"]);

/**
 * Finds which versions that end a cluster uses: in the metadata of its objects, in its Helm releases, and in what the server
 * counted. What the caller may not see is told, not an error.
 *
 * @throws Error when the cluster does not answer at all
 */
export async function examineCluster(examination: Examination): Promise<void> {
  for (const resource of await listableResources(examination)) {
    examination.signal.throwIfAborted();
    await examineResource(examination, resource);
  }
  await readHelmReleases(examination);
  await readDeprecatedRequests(examination);
}

interface ListableResource {
  /** `/apis/apps/v1/deployments`. */
  readonly path: string;
  readonly kind: string;
}

/** The resources of which a version ends: no others can have been written through one. */
async function listableResources({ reader, advisor, collector }: Examination): Promise<ListableResource[]> {
  const { vocabulary } = advisor;
  const kinds = new Set(
    versionTable.flatMap(({ group, use, kinds: all }) =>
      [group, use?.group ?? group].flatMap((name) => all.map((kind) => `${vocabulary.render(name)} ${kind}`)),
    ),
  );
  const groups = await reader.get("/apis");
  if (groups.status !== 200) {
    collector.hide(`the API's groups: ${refusalText(groups)}`);
    return [];
  }
  const found: ListableResource[] = [];
  for (const group of recordsOf(membersOf(await parseAnswer(groups.text))?.["groups"])) {
    const name = String(group["name"]);
    const version = memberAt(group, "preferredVersion")?.["version"];
    if (![...kinds].some((each) => each.startsWith(`${name} `)) || typeof version !== "string") continue;
    const root = `/apis/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;
    const list = await reader.get(root);
    if (list.status !== 200) {
      collector.hide(`${name}: ${refusalText(list)}`);
      continue;
    }
    for (const { name: plural, kind, verbs } of recordsOf(membersOf(await parseAnswer(list.text))?.["resources"])) {
      const isListable = Array.isArray(verbs) && verbs.includes("list") && typeof plural === "string";
      if (!isListable || !kinds.has(`${name} ${kind}`) || PASSING.has(String(kind))) continue;
      found.push({ path: `${root}/${encodeURIComponent(plural)}`, kind: String(kind) });
    }
  }
  return found;
}

async function examineResource(examination: Examination, { path, kind }: ListableResource): Promise<void> {
  const { reader, advisor, collector, signal } = examination;
  const isWhole = WITH_REFERENCES.has(kind);
  const accept = isWhole
    ? undefined
    : `application/json;as=PartialObjectMetadataList;v=v1;g=${advisor.vocabulary.metaGroup}`;
  let next = "";
  for (let seen = 0; ; ) {
    signal.throwIfAborted();
    const answer = await reader.get(
      `${path}?limit=${PAGE}${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`,
      accept,
    );
    if (answer.status !== 200) return collector.hide(`${path}: ${refusalText(answer)}`);
    const list = membersOf(await parseAnswer(answer.text));
    const items = recordsOf(list?.["items"]);
    for (const item of items) await examineObject(examination, item, kind, isWhole);
    seen += items.length;
    next = String(memberAt(list, "metadata")?.["continue"] ?? "");
    if (next === "" || items.length === 0) return;
    if (seen >= MOST_OBJECTS) return collector.hide(`${path}: there are more than ${MOST_OBJECTS} objects`);
  }
}

async function examineObject(
  { advisor, collector }: Examination,
  object: Members,
  kind: string,
  isWhole: boolean,
): Promise<void> {
  collector.objects += 1;
  for (const usage of await inTurns(usageOfObject(advisor, object, kind))) collector.add(usage);
  if (!isWhole) return;
  const { findings } = await inTurns(advisor.advise({ ...object, kind }));
  for (const { at, ...finding } of findings) {
    if (at !== undefined) collector.add({ ...finding, evidence: "managedFields", by: at });
  }
}
