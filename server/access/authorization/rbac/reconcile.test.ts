import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { memoryClient } from "../../../acting/testing/memoryClient.ts";
import { reconcileDefaults } from "./reconcile.ts";

const vocabulary = createVocabulary();
const ref = (resource: string, name?: string) => ({ group: vocabulary.rbacGroup, version: "v1", resource, name });

describe("reconcileDefaults", () => {
  it("creates all defaults on an empty server and changes nothing the second time", async () => {
    const client = memoryClient();
    expect(await reconcileDefaults(client, vocabulary)).toEqual({ created: 64 + 45 + 7 + 7, updated: 0 });
    expect(await reconcileDefaults(client, vocabulary)).toEqual({ created: 0, updated: 0 });
  });

  it("restores removed rules and keeps added ones", async () => {
    const client = memoryClient();
    await reconcileDefaults(client, vocabulary);
    const role = await client.get(ref("clusterroles", "system:basic-user"));
    const own = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
    await client.update(ref("clusterroles", "system:basic-user"), { ...role, rules: [own] });
    const binding = await client.get(ref("clusterrolebindings", "system:basic-user"));
    const bob = { kind: "User", apiGroup: vocabulary.rbacGroup, name: "bob" };
    await client.update(ref("clusterrolebindings", "system:basic-user"), { ...binding, subjects: [bob] });

    expect(await reconcileDefaults(client, vocabulary)).toEqual({ created: 0, updated: 2 });
    const rules = (await client.get(ref("clusterroles", "system:basic-user")))["rules"] as { resources: string[] }[];
    expect(rules[0]).toEqual(own);
    expect(rules.flatMap((rule) => rule.resources)).toContain("selfsubjectreviews");
    expect((await client.get(ref("clusterrolebindings", "system:basic-user")))["subjects"]).toEqual([
      bob,
      { kind: "Group", apiGroup: vocabulary.rbacGroup, name: "system:authenticated" },
    ]);
  });

  it("ignores objects that opted out", async () => {
    const client = memoryClient();
    await reconcileDefaults(client, vocabulary);
    const role = await client.get(ref("clusterroles", "view"));
    const annotations = { "rbac.authorization.kubernetes.io/autoupdate": "false" };
    const changed = { ...role, aggregationRule: undefined, metadata: { ...role.metadata, annotations } };
    await client.update(ref("clusterroles", "view"), changed);
    expect(await reconcileDefaults(client, vocabulary)).toEqual({ created: 0, updated: 0 });
  });

  it("recreates a binding that refers to another role", async () => {
    const client = memoryClient();
    await reconcileDefaults(client, vocabulary);
    const binding = await client.get(ref("clusterrolebindings", "cluster-admin"));
    const roleRef = { apiGroup: vocabulary.rbacGroup, kind: "ClusterRole", name: "view" };
    await client.update(ref("clusterrolebindings", "cluster-admin"), { ...binding, roleRef });
    expect(await reconcileDefaults(client, vocabulary)).toEqual({ created: 0, updated: 1 });
    expect((await client.get(ref("clusterrolebindings", "cluster-admin")))["roleRef"]).toMatchObject({
      name: "cluster-admin",
    });
  });
});
