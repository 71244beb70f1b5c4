import type { Scale } from "kubernetes-types/autoscaling/v1";
import { invalid } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { selectorText } from "../columns/cells.ts";
import type { SubresourceDefinition } from "../definition.ts";
import { narrow } from "./narrow.ts";
import { raiseGeneration } from "./specStatus.ts";

/** What the scaled kinds of the apps group have in common. */
interface Scalable {
  readonly spec?: { readonly replicas?: number; readonly selector?: Parameters<typeof selectorText>[0] };
  readonly status?: { readonly replicas?: number };
}

/** The Scale of a workload: its identity, wanted and current number of pods, and its selector as text. */
export function readScale(parent: ApiObject): ApiObject {
  const { spec, status } = narrow<Scalable>(parent);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = parent.metadata;
  const selector = selectorText(spec?.selector);
  const replicas = spec?.replicas ?? 0;
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: status?.replicas ?? 0, ...(selector === "<none>" ? {} : { selector }) },
  };
}

/** Only the number of pods is writable through a Scale. */
function writeScale(parent: ApiObject, body: ApiObject): void {
  const replicas = narrow<Scale>(body).spec?.replicas ?? 0;
  const spec = parent["spec"] as Record<string, unknown> | undefined;
  if (spec?.["replicas"] === replicas) return;
  const old = { ...parent, metadata: { ...parent.metadata } };
  parent["spec"] = { ...spec, replicas };
  raiseGeneration(parent, old);
}

/** `scale` of deployments, replica sets and stateful sets. */
export const scaleSubresource: SubresourceDefinition = {
  name: "scale",
  verbs: ["get", "patch", "update"],
  kind: { group: "autoscaling", version: "v1", kind: "Scale" },
  definition: "api.autoscaling.v1.Scale",
  view: {
    read: readScale,
    write: (_context, parent, body) => writeScale(parent, body),
    validate(_context, body) {
      const replicas = narrow<Scale>(body).spec?.replicas ?? 0;
      return replicas < 0 ? [invalid("spec.replicas", replicas, "must be greater than or equal to 0")] : [];
    },
  },
};
