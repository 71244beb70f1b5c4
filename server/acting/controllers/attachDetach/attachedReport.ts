import type { Node } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { AttachableVolume } from "../../volumes/attachable.ts";
import type { InformedParts } from "../controller.ts";
import { ignoring } from "../ignoring.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };

/**
 * Writes the volumes that are attached to a node into the node's status.
 * @returns the names that are new there
 * @throws ApiError
 */
export async function reportAttached(
  { client }: Pick<InformedParts, "client">,
  node: ApiObject,
  attached: readonly AttachableVolume[],
): Promise<ReadonlySet<string>> {
  const known = decoded<Node>(node).status?.volumesAttached ?? [];
  const names = new Set(known.map(({ name }) => name));
  const volumesAttached = attached
    .map(({ uniqueName }) => known.find(({ name }) => name === uniqueName) ?? { name: uniqueName, devicePath: "" })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (deepEqual(volumesAttached, known)) return new Set();
  const { name } = node.metadata;
  const status = { volumesAttached: volumesAttached.length === 0 ? null : volumesAttached };
  const patch = client.patch({ ...NODES, name, subresource: "status" }, { status }, { type: "merge" });
  await ignoring(["NotFound"], patch);
  return new Set(volumesAttached.flatMap((each) => (names.has(each.name) ? [] : [each.name])));
}
