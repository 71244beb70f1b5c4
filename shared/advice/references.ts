import { type Members, memberAt, membersOf, ownOf, recordsOf } from "./conversions/members.ts";

/** A place in an object that refers to another object by version and kind. */
export interface VersionReference {
  /** Path of the reference: `spec.scaleTargetRef`. */
  readonly at: string;
  /** The part of the object with `apiVersion` and `kind`. */
  readonly reference: Members;
}

/**
 * The references of an autoscaler to the objects that it scales and reads. It stops working when their version is
 * removed.
 */
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
