import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { DRIVER } from "../../disks/diskNames.ts";
import type { Informers } from "../../informers/informers.ts";

export interface CsiNodeParts {
  /** A client that acts as the node. */
  readonly client: Pick<ApiClient, "create">;
  readonly informers: Informers;
  readonly vocabulary: Vocabulary;
}

/** Creates the CSINode object of a node, which lists its storage drivers: that of simulated disks. @throws ApiError */
export async function ensureCsiNode({ client, informers, vocabulary }: CsiNodeParts, node: ApiObject): Promise<void> {
  const group = vocabulary.render("storage.{domain}");
  const ref = { group, version: "v1", resource: "csinodes" };
  const { name = "", uid = "" } = node.metadata;
  if (informers.of(ref).get("", name) !== undefined) return;
  const topologyKeys = [vocabulary.render("topology.{labelDomain}/zone")];
  const object = {
    apiVersion: `${group}/v1`,
    kind: "CSINode",
    metadata: { name, ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid }] },
    spec: { drivers: [{ name: DRIVER, nodeID: name, topologyKeys }] },
  };
  try {
    await client.create(ref, object);
  } catch (error) {
    // Another client has created the object, or the server does not serve the kind: the node works without.
    if (!isApiError(error, "AlreadyExists") && !isApiError(error, "NotFound")) throw error;
  }
}
