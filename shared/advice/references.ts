import { type Members, memberAt, membersOf, ownOf, recordsOf } from "./conversions/members.ts";

/** A place in an object that names a version of another one. */
export interface VersionReference {
  /** `spec.scaleTargetRef`. */
  readonly at: string;
  /** The part of the object with `apiVersion` and `kind`. */
  readonly reference: Members;
}

/** The objects that an autoscaler scales and reads: it does nothing when their version is gone. */
export function referencesOf(object: Members, kind: string): VersionReference[] {
  if (kind !== "HorizontalPodAutoscaler") return [];
  const spec = memberAt(object, "spec");
  const described = recordsOf(ownOf(spec, "metrics")).map((metric, i) => ({
    at: `spec.metrics[${i}].object.describedObject`,
    reference: membersOf(memberAt(metric, "object")?.["describedObject"]),
  }));
  return [{ at: "spec.scaleTargetRef", reference: memberAt(spec, "scaleTargetRef") }, ...described].flatMap(
    ({ at, reference }) => (reference === undefined ? [] : [{ at, reference }]),
  );
}
