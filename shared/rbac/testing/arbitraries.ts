import fc from "fast-check";
import type {
  AccessModel,
  AccessRequest,
  BindingShape,
  PolicyRule,
  RoleShape,
  Subject,
  SubjectIdentity,
} from "../types.ts";

/** Small alphabets, so that rules often match requests. */
const VERBS = ["get", "list", "create"];
const GROUPS = ["", "apps"];
const RESOURCES = ["pods", "deployments"];
const SUBRESOURCES = ["", "scale", "log"];
const NAMES = ["", "a", "b"];
const NAMESPACES = ["", "n1", "n2"];
const PATHS = ["/x", "/x/y", "/z"];

const some = (items: readonly string[], min = 1): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...items), { minLength: min, maxLength: 2 });

const resourceRule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: some([...VERBS, "*"]),
  apiGroups: some([...GROUPS, "*"]),
  resources: some([...RESOURCES, "pods/log", "deployments/scale", "*/scale", "*"]),
  resourceNames: fc.oneof(fc.constant([] as string[]), some(["a", "b"])),
});
const pathRule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: some([...VERBS, "*"]),
  nonResourceURLs: some([...PATHS, "/x/*", "/x*", "*"]),
});

/** Rules with and without stars, about resources or paths. */
export const rule: fc.Arbitrary<PolicyRule> = fc.oneof(resourceRule, pathRule);

/** Rules without stars. */
export const plainRule: fc.Arbitrary<PolicyRule> = fc.oneof(
  fc.record({
    verbs: some(VERBS),
    apiGroups: some(GROUPS),
    resources: some([...RESOURCES, "pods/log", "deployments/scale"]),
    resourceNames: fc.oneof(fc.constant([] as string[]), some(["a", "b"])),
  }),
  fc.record({ verbs: some(VERBS), nonResourceURLs: some(PATHS) }),
);

export const access: fc.Arbitrary<AccessRequest> = fc.oneof(
  fc.record({
    resourceRequest: fc.constant(true as const),
    verb: fc.constantFrom(...VERBS),
    group: fc.constantFrom(...GROUPS),
    resource: fc.constantFrom(...RESOURCES),
    subresource: fc.constantFrom(...SUBRESOURCES),
    namespace: fc.constantFrom(...NAMESPACES),
    name: fc.constantFrom(...NAMES),
  }),
  fc.record({
    resourceRequest: fc.constant(false as const),
    verb: fc.constantFrom(...VERBS),
    path: fc.constantFrom(...PATHS),
  }),
);

const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.record({ kind: fc.constant("User"), name: fc.constantFrom("alice", "bob") }),
  fc.record({ kind: fc.constant("Group"), name: fc.constantFrom("dev", "qa") }),
);
const role: fc.Arbitrary<RoleShape> = fc.record({
  name: fc.constantFrom("r1", "r2"),
  namespace: fc.constantFrom(...NAMESPACES),
  rules: fc.array(rule, { maxLength: 3 }),
});
const binding: fc.Arbitrary<BindingShape> = fc
  .record({
    name: fc.constantFrom("b1", "b2", "b3"),
    namespace: fc.constantFrom(...NAMESPACES),
    kind: fc.constantFrom("Role", "ClusterRole"),
    role: fc.constantFrom("r1", "r2", "ghost"),
    subjects: fc.array(subject, { maxLength: 3 }),
  })
  .map(({ name, namespace, kind, role: to, subjects }) => ({
    name,
    namespace,
    roleRef: { kind: namespace === "" ? "ClusterRole" : kind, name: to },
    subjects,
  }));

export const model: fc.Arbitrary<AccessModel> = fc.record({
  roles: fc.uniqueArray(role, { maxLength: 6, selector: (item) => `${item.namespace}/${item.name}` }),
  bindings: fc.uniqueArray(binding, { maxLength: 5, selector: (item) => `${item.namespace}/${item.name}` }),
});

/** A user whom the model's bindings may name. */
export const user: fc.Arbitrary<SubjectIdentity> = fc.record({
  username: fc.constantFrom("alice", "bob"),
  groups: fc.uniqueArray(fc.constantFrom<string>("dev", "qa")),
});
