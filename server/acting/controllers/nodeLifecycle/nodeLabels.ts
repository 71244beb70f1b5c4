import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };

/** Labels of nodes that have a former name under the `beta` domain. */
const RENAMED = ["os", "arch"];

/**
 * The labels to set on a node so that clients which still use the former names find the same values. The present name
 * decides: a node without it keeps whatever it has under the former one.
 */
function formerLabels({ metadata: { labels = {} } }: ApiObject, vocabulary: Vocabulary): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const name of RENAMED) {
    const value = labels[vocabulary.render(`{labelDomain}/${name}`)];
    const former = vocabulary.render(`beta.{labelDomain}/${name}`);
    if (value !== undefined && labels[former] !== value) missing[former] = value;
  }
  return missing;
}

/** Writes the labels of {@link formerLabels}. @throws ApiError */
export async function setFormerLabels(
  client: Pick<ApiClient, "patch">,
  node: ApiObject,
  vocabulary: Vocabulary,
): Promise<void> {
  const labels = formerLabels(node, vocabulary);
  if (Object.keys(labels).length === 0) return;
  await client.patch({ ...NODES, name: node.metadata.name ?? "" }, { metadata: { labels } }, { type: "strategic" });
}
