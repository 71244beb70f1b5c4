import type { AccessRequest, SubjectIdentity } from "../types.ts";

/** A request but for its namespace: to read pods. */
export const GET_PODS = {
  resourceRequest: true,
  verb: "get",
  group: "",
  resource: "pods",
  subresource: "",
  name: "",
} as const;

/**
 * Every request over the alphabets of the arbitraries, each with one item that no rule names: rules that agree on all of
 * these agree on everything, because what a star covers beyond the named is all alike.
 */
export function* universe(): Generator<AccessRequest> {
  for (const verb of ["get", "list", "create", "other"]) {
    for (const namespace of ["", "n1", "n2"]) {
      for (const group of ["", "apps", "other"]) {
        for (const resource of ["pods", "deployments", "others"]) {
          for (const subresource of ["", "scale", "log", "other"]) {
            for (const name of ["", "a", "b"]) {
              yield { resourceRequest: true, verb, group, resource, subresource, namespace, name };
            }
          }
        }
      }
    }
    for (const path of ["/x", "/x/y", "/x/other", "/xother", "/z", "/other"]) {
      yield { resourceRequest: false, verb, path };
    }
  }
}

/** Users who are nothing but one subject, so that together they tell what every subject holds. */
export const LONE_SUBJECTS: readonly SubjectIdentity[] = [
  { username: "alice", groups: [] },
  { username: "bob", groups: [] },
  { username: "", groups: ["dev"] },
  { username: "", groups: ["qa"] },
];
