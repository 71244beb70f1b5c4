import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { defaultObjects } from "./defaultObjects.ts";

const objects = defaultObjects(createVocabulary());

describe("defaultObjects", () => {
  it("has the release's 64 cluster roles, 45 cluster role bindings, 7 roles and 7 role bindings", () => {
    expect(objects.clusterroles).toHaveLength(64);
    expect(objects.clusterrolebindings).toHaveLength(45);
    expect(objects.roles).toHaveLength(7);
    expect(objects.rolebindings).toHaveLength(7);
  });

  it("includes objects of enabled feature gates", () => {
    const gate = "MultiCIDRServiceAllocator";
    const more = defaultObjects(createVocabulary(), { enabled: (name) => name === gate });
    const role = "system:controller:service-cidrs-controller";
    const named = (list: readonly ApiObject[]) => list.filter(({ metadata }) => metadata.name === role);
    expect([named(objects.clusterroles), named(objects.clusterrolebindings)]).toEqual([[], []]);
    expect([named(more.clusterroles).length, named(more.clusterrolebindings).length]).toEqual([1, 1]);
    const rulesOf = (list: readonly ApiObject[]) =>
      list.find(({ metadata }) => metadata.name === "system:node-proxier")?.["rules"] as unknown[];
    expect(rulesOf(more.clusterroles)).toEqual([
      ...rulesOf(objects.clusterroles),
      { apiGroups: ["networking.k8s.io"], resources: ["servicecidrs"], verbs: ["list", "watch"] },
    ]);
  });

  it("has unique names", () => {
    for (const list of Object.values(objects)) {
      const names = list.map(
        (object: { metadata: { namespace?: string; name?: string } }) =>
          `${object.metadata.namespace}/${object.metadata.name}`,
      );
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("binds only existing roles", () => {
    const clusterRoles = new Set(objects.clusterroles.map((role) => role.metadata.name));
    for (const binding of objects.clusterrolebindings) {
      expect(clusterRoles).toContain((binding["roleRef"] as { name: string }).name);
    }
    const roles = new Set(objects.roles.map((role) => `${role.metadata.namespace}/${role.metadata.name}`));
    for (const binding of objects.rolebindings) {
      expect(roles).toContain(`${binding.metadata.namespace}/${(binding["roleRef"] as { name: string }).name}`);
    }
  });

  it("uses another vocabulary throughout", () => {
    const text = JSON.stringify(defaultObjects(createVocabulary("orch")));
    expect(text).not.toMatch(/k8s|kubernetes|kube-|\{(domain|prefix|product|labelDomain)\}/);
    expect(text).toContain("system:orch-scheduler");
    expect(text).toContain("rbac.authorization.orch.io/aggregate-to-admin");
  });
});

const facts = resolve(process.cwd(), "../shared/facts/rbac-defaults-1.32.json");

/** Converts our complete objects to the flat rows of the facts; list order inside rules is ignored. */
function flat(object: ApiObject): unknown {
  const { metadata, apiVersion, kind, ...rest } = object;
  return { ...metadata, ...rest };
}

describe.skipIf(!existsSync(facts))("defaultObjects compared with the reference", () => {
  const known = existsSync(facts) ? (JSON.parse(readFileSync(facts, "utf8")) as Record<string, ApiObject[]>) : {};
  const byName = (rows: readonly unknown[]): Map<string, unknown> =>
    new Map(
      (rows as { name: string; namespace?: string; controller?: unknown }[]).map(({ controller, ...row }) => [
        `${row.namespace ?? ""}/${row.name}`,
        row,
      ]),
    );
  it.each([
    ["clusterRoles", "clusterroles"],
    ["clusterRoleBindings", "clusterrolebindings"],
    ["roles", "roles"],
    ["roleBindings", "rolebindings"],
  ] as const)("has the same %s", (table, resource) => {
    expect(byName(objects[resource].map(flat))).toEqual(byName(known[table] ?? []));
  });
});
