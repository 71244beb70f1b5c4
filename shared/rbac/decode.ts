import type { ApiObject } from "../object.ts";
import type { BindingShape, PolicyRule, RoleRef, RoleShape, Subject } from "./types.ts";

const asArray = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

/** Converts a Role or ClusterRole object. Absent rules become an empty list. */
export function roleFromObject(object: ApiObject): RoleShape {
  return {
    name: object.metadata.name ?? "",
    namespace: object.metadata.namespace ?? "",
    rules: asArray<PolicyRule>(object["rules"]).map((rule) =>
      Array.isArray(rule.verbs) ? rule : { ...rule, verbs: [] },
    ),
  };
}

/** Converts a RoleBinding or ClusterRoleBinding object. */
export function bindingFromObject(object: ApiObject): BindingShape {
  const ref = (object["roleRef"] ?? {}) as Partial<RoleRef>;
  return {
    name: object.metadata.name ?? "",
    namespace: object.metadata.namespace ?? "",
    roleRef: { apiGroup: ref.apiGroup ?? "", kind: ref.kind ?? "", name: ref.name ?? "" },
    subjects: asArray<Subject>(object["subjects"]),
  };
}
