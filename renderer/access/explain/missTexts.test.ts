import { expect, it } from "vitest";
import type { NearMiss } from "../../../shared/rbac/nearMisses.ts";
import type { ResourceAccess } from "../../../shared/rbac/types.ts";
import { en } from "../../i18n/en.ts";
import { missPlaceholders } from "./missTexts.ts";

const request: ResourceAccess = {
  resourceRequest: true,
  verb: "get",
  group: "",
  resource: "pods",
  subresource: "log",
  namespace: "prod",
  name: "",
};
const miss: NearMiss = {
  lacks: "subresource",
  binding: { name: "b", namespace: "dev", roleRef: { kind: "Role", name: "r" }, subjects: [] },
  subject: { kind: "User", name: "Alice" },
  role: { name: "r", namespace: "dev", rules: [] },
  rule: { verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["pods"] },
  slip: "case",
};
const words = {
  scope: (namespace: string) => (namespace === "" ? "everywhere" : `in ${namespace}`),
  anyName: "any",
  core: "(core)",
  slip: (slip: string) => slip,
};

it("states what the rule grants and what was requested", () => {
  expect(missPlaceholders(miss, request, words)).toMatchObject({
    role: "Role r",
    binding: 'RoleBinding "b/dev"',
    subject: 'User "Alice"',
    granted: "get, list",
    resources: "pods",
    asked: "pods/log",
    groups: "(core), apps",
    group: "(core)",
    name: "any",
    slip: "case",
  });
  expect(missPlaceholders({ ...miss, lacks: "namespace" }, request, words)).toMatchObject({
    where: "in dev",
    asked: "in prod",
  });
});

it("fills every placeholder of the texts", () => {
  const holes = missPlaceholders(miss, request, words);
  for (const text of [...Object.values(en.rights.miss), ...Object.values(en.rights.fix)]) {
    for (const [, name = ""] of text.matchAll(/\{\{(\w+)\}\}/g)) expect(Object.keys(holes)).toContain(name);
  }
});
