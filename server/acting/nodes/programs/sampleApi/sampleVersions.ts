import type { ApiObject } from "../../../../../shared/object.ts";
import { SAMPLE_GROUP, type SampleKind } from "./sampleKinds.ts";

interface OneReference {
  readonly reference?: string;
  readonly referenceType?: string;
}

interface TwoReferences {
  readonly flunderReference?: string;
  readonly fischerReference?: string;
  readonly referenceType?: string;
}

/**
 * An object in another version. A flunder refers to an object in `reference` in version v1alpha1, and in a field for each
 * kind in v1beta1; one that does not say what it refers to refers to a flunder.
 */
export function inVersion(object: ApiObject, { kind }: SampleKind, version: string): ApiObject {
  const from = object.apiVersion?.split("/")[1] ?? version;
  const named = { ...object, apiVersion: `${SAMPLE_GROUP}/${version}`, kind };
  if (kind !== "Flunder") return named;
  const spec = (object["spec"] ?? {}) as OneReference & TwoReferences;
  const type = spec.referenceType || (spec.reference ? "Flunder" : undefined);
  const typed = type === undefined ? {} : { referenceType: type };
  if (from === version) return { ...named, spec: { ...spec, ...typed } };
  if (version === "v1beta1") {
    if (!spec.reference) return { ...named, spec: typed };
    const field = type === "Fischer" ? "fischerReference" : "flunderReference";
    return { ...named, spec: { [field]: spec.reference, ...typed } };
  }
  const reference = type === "Fischer" ? spec.fischerReference : spec.flunderReference;
  return { ...named, spec: { ...(reference === undefined ? {} : { reference }), ...typed } };
}
