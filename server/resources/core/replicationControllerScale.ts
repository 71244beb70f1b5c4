import type { ApiObject } from "../../../shared/object.ts";
import { labelsText, NONE } from "../columns/cells.ts";
import type { SubresourceDefinition } from "../definition.ts";
import { validateNonNegative } from "../validation/numbers.ts";
import { asReplicationController } from "./narrow.ts";

const replicasOf = (body: ApiObject): number => (body["spec"] as { replicas?: number } | undefined)?.replicas ?? 0;

/** The number of pods as the autoscaling group sees it. */
export const replicationControllerScale: NonNullable<SubresourceDefinition["view"]> = {
  read(parent) {
    const { metadata, spec, status } = asReplicationController(parent);
    const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
    const replicas = spec?.replicas ?? 0;
    const selector = labelsText(spec?.selector);
    return {
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: replicas === 0 ? {} : { replicas },
      status: { replicas: status?.replicas ?? 0, ...(selector === NONE ? {} : { selector }) },
    };
  },
  write(_context, parent, body) {
    const spec = parent["spec"] as Record<string, unknown> | undefined;
    const replicas = replicasOf(body);
    if (spec?.["replicas"] === replicas) return;
    parent["spec"] = { ...spec, replicas };
    parent.metadata = { ...parent.metadata, generation: (parent.metadata.generation ?? 0) + 1 };
  },
  validate: (_context, body) => validateNonNegative(replicasOf(body), "spec.replicas"),
};
