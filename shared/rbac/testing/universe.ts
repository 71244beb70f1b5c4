import type { AccessRequest, SubjectIdentity } from "../types.ts";

/** A request to read pods, without a namespace. */
export const GET_PODS = {
  resourceRequest: true,
  verb: "get",
  group: "",
  resource: "pods",
  subresource: "",
  name: "",
} as const;

/**
 * Every request over the alphabets of the arbitraries, each extended by one item that no rule names. Rules that agree
 * on all of these agree on everything, because a star treats all unnamed items alike.
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

/** Users that match a single subject each; together they show what every subject holds. */
export const LONE_SUBJECTS: readonly SubjectIdentity[] = [
  { username: "alice", groups: [] },
  { username: "bob", groups: [] },
  { username: "", groups: ["dev"] },
  { username: "", groups: ["qa"] },
];
