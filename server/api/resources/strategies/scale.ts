import type { Scale } from "kubernetes-types/autoscaling/v1";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { NONE, selectorText } from "../../registry/columns/cells.ts";
import { ageColumn, integerColumn, nameColumn } from "../../registry/columns/table.ts";
import type { SubresourceDefinition } from "../../registry/definition.ts";
import { objectMetaErrors } from "../../registry/metadata/objectMeta.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { raiseGeneration } from "../../registry/strategies/specStatus.ts";
import type { WriteContext } from "../../registry/strategy.ts";

/** The fields that all scalable kinds share. */
interface Scalable {
  readonly spec?: { readonly replicas?: number; readonly selector?: unknown };
  readonly status?: { readonly replicas?: number };
}

type Selector = Parameters<typeof selectorText>[0];

/**
 * The Scale of a workload: its identity, wanted and current number of pods, and its selector as text.
 * @param selectorOf converts the spec's `selector` to a structured selector
 */
export function readScale(parent: ApiObject, selectorOf: (selector: unknown) => Selector = structured): ApiObject {
  const { spec, status } = narrow<Scalable>(parent);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = parent.metadata;
  const selector = selectorText(selectorOf(spec?.selector));
  const replicas = spec?.replicas ?? 0;
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: status?.replicas ?? 0, ...(selector === NONE ? {} : { selector }) },
  };
}

const structured = (selector: unknown): Selector => selector as Selector;
const labels = (selector: unknown): Selector => ({ matchLabels: selector as Record<string, string> });

/** Only the number of pods is writable through a Scale. */
function writeScale(parent: ApiObject, body: ApiObject): void {
  const replicas = narrow<Scale>(body).spec?.replicas ?? 0;
  const spec = parent["spec"] as Record<string, unknown> | undefined;
  if (spec?.["replicas"] === replicas) return;
  const old = { ...parent, metadata: { ...parent.metadata } };
  parent["spec"] = { ...spec, replicas };
  raiseGeneration(parent, old);
}

/** The metadata of a Scale is fully validated, although none of it is stored. */
function* scaleErrors({ vocabulary }: WriteContext, body: ApiObject): Steps<FieldError[]> {
  return [
    ...(yield* objectMetaErrors(body.metadata, { namespaced: true, vocabulary })),
    ...validateNonNegative(narrow<Scale>(body).spec?.replicas ?? 0, "spec.replicas"),
  ];
}

const scaleColumns = [
  { ...nameColumn, format: "" },
  integerColumn(
    "Desired",
    "replicas is the desired number of instances for the scaled object.",
    (scale) => narrow<Scalable>(scale).spec?.replicas ?? 0,
  ),
  integerColumn(
    "Available",
    "replicas is the actual number of observed instances of the scaled object.",
    (scale) => narrow<Scalable>(scale).status?.replicas ?? 0,
  ),
  ageColumn,
];

const scaleWith = (selectorOf: (selector: unknown) => Selector): SubresourceDefinition => ({
  name: "scale",
  verbs: ["get", "patch", "update"],
  kind: { group: "autoscaling", version: "v1", kind: "Scale" },
  definition: "api.autoscaling.v1.Scale",
  view: {
    read: (parent) => readScale(parent, selectorOf),
    columns: scaleColumns,
    write: (_context, parent, body) => writeScale(parent, body),
    validate: scaleErrors,
  },
});

/** `scale` of deployments, replica sets and stateful sets. */
export const scaleSubresource = scaleWith(structured);

/** `scale` of replication controllers, whose selector is a plain map of labels. */
export const labelScaleSubresource = scaleWith(labels);
