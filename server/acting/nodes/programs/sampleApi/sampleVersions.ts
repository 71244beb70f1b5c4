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
 * Converts an object to another version. In v1alpha1, a flunder refers to an object by `reference`; in v1beta1, by one
 * field for each kind. The default kind of the reference is flunder.
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
