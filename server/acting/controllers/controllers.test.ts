import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { conflict } from "../../../shared/status.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { defaultObjects } from "../../access/authorization/defaults/defaultObjects.ts";
import { type ManualTimers, manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import { type MemoryClient, memoryClient, served } from "../testing/memoryClient.ts";
import { until } from "../testing/until.ts";
import type { ControllerParts, RunningController } from "./controller.ts";
import { namespaceController } from "./namespaces/namespaces.ts";
import { roleAggregationController } from "./roleAggregation.ts";
import { rootCertificateController } from "./rootCertificate.ts";
import { serviceAccountController } from "./serviceAccounts.ts";
import { volumeProtectionController } from "./storageProtection.ts";

const vocabulary = createVocabulary();
const core = (resource: string, namespace?: string, name?: string) => ({
  group: "",
  version: "v1",
  resource,
  namespace,
  name,
});
const exists = (client: MemoryClient, ref: ReturnType<typeof core>): Promise<boolean> =>
  client.get(ref).then(
    () => true,
    () => false,
  );

let client: MemoryClient;
let timers: ManualTimers;
let errors: unknown[];
let running: RunningController | undefined;
let parts: ControllerParts;

beforeEach(() => {
  client = memoryClient([
    served("", "configmaps", "ConfigMap"),
    served("", "secrets", "Secret"),
    served("", "nodes", "Node", false),
    { ...served("apps", "deployments", "Deployment"), preferred: false },
    { ...served("", "bindings", "Binding"), verbs: ["create"] },
  ]);
  timers = manualTimers();
  errors = [];
  parts = { client, vocabulary, timers, now: () => 0, onError: (error) => errors.push(error) };
});
afterEach(() => running?.stop());

const namespace = (name: string, finalizers = ["kubernetes"]): Promise<ApiObject> =>
  client.create(core("namespaces"), {
    metadata: { name },
    spec: { finalizers },
    status: { phase: "Active" },
  });

describe("namespaceController", () => {
  it("deletes the content of a terminating namespace, then finalizes it", async () => {
    await namespace("doomed");
    await namespace("other");
    await client.create(core("configmaps", "doomed"), { metadata: { name: "a" } });
    await client.create(core("secrets", "doomed"), { metadata: { name: "b" } });
    await client.create(core("secrets", "other"), { metadata: { name: "c" } });
    running = namespaceController(parts);
    await running.settled();
    expect(await exists(client, core("configmaps", "doomed", "a"))).toBe(true);

    await client.delete(core("namespaces", undefined, "doomed"));
    await until(async () => !(await exists(client, core("namespaces", undefined, "doomed"))));
    expect(await exists(client, core("secrets", "doomed", "b"))).toBe(false);
    expect(await exists(client, core("secrets", "other", "c"))).toBe(true);
    expect(await exists(client, core("namespaces", undefined, "other"))).toBe(true);
    expect(
      client.calls
        .filter(({ verb }) => verb === "deletecollection")
        .map(({ ref }) => ref.resource)
        .sort(),
    ).toEqual(["configmaps", "secrets"]);
  });

  it("empties a namespace that only the finalizers of others keep", async () => {
    const others = ["example.com/two", "example.com/one"];
    await namespace("released", others);
    await namespace("shared", [...others, "kubernetes"]);
    for (const each of ["released", "shared"]) {
      await client.create(core("configmaps", each), { metadata: { name: "a" } });
    }
    running = namespaceController(parts);
    for (const each of ["released", "shared"]) await client.delete(core("namespaces", undefined, each));
    const finalizersOf = async (name: string): Promise<unknown> =>
      ((await client.get(core("namespaces", undefined, name)))["spec"] as { finalizers?: string[] }).finalizers;
    await until(async () => !(await exists(client, core("configmaps", "released", "a"))));
    await until(async () => ((await finalizersOf("shared")) as string[]).length === 2);
    expect(await exists(client, core("configmaps", "shared", "a"))).toBe(false);
    expect(await finalizersOf("shared")).toEqual(["example.com/one", "example.com/two"]);
    expect(await finalizersOf("released")).toEqual(others);
    const written = client.calls.filter(({ verb }) => verb === "update/finalize").map(({ ref }) => ref.name);
    expect(written).toEqual(["shared"]);
    expect(errors).toEqual([]);
  });

  it("waits for finalizers and reports the remaining content", async () => {
    await namespace("held");
    const finalizers = ["example.com/hold"];
    await client.create(core("configmaps", "held"), { metadata: { name: "a", finalizers } });
    running = namespaceController(parts);
    await client.delete(core("namespaces", undefined, "held"));
    await until(
      async () =>
        (await client.get(core("namespaces", undefined, "held")))["status"] !== undefined &&
        timers.pending().includes(2000),
    );
    const { conditions } = (await client.get(core("namespaces", undefined, "held")))["status"] as {
      conditions: { type: string; status: string; message: string }[];
    };
    expect(
      conditions.filter(({ status }) => status === "True").map(({ type, message }) => `${type}: ${message}`),
    ).toEqual([
      "NamespaceContentRemaining: Some resources are remaining: configmaps. has 1 resource instances",
      "NamespaceFinalizersRemaining: Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances",
    ]);
    const held = await client.get(core("configmaps", "held", "a"));
    await client.update(core("configmaps", "held", "a"), { ...held, metadata: { ...held.metadata, finalizers: [] } });
    timers.advance(2000);
    await until(async () => !(await exists(client, core("namespaces", undefined, "held"))));
    expect(errors).toEqual([]);
  });

  it("deletes content on aggregated API servers and keeps the namespace while one of them is unavailable", async () => {
    const far = memoryClient([{ ...served("far.example", "tulips", "Tulip"), verbs: ["list", "delete"] }]);
    const tulips = { group: "far.example", version: "v1", resource: "tulips", namespace: "doomed" };
    await far.create(tulips, { metadata: { name: "one" } });
    let unknown = ["away.example/v1"];
    await namespace("doomed");
    running = namespaceController({ ...parts, behind: { client: far, unknown: () => unknown } });
    await client.delete(core("namespaces", undefined, "doomed"));
    await until(() => timers.pending().includes(2000));
    expect((await far.list(tulips)).items).toEqual([]);
    const { conditions } = (await client.get(core("namespaces", undefined, "doomed")))["status"] as {
      conditions: { status: string; message: string }[];
    };
    expect(conditions.filter(({ status }) => status === "True").map(({ message }) => message)).toEqual([
      "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: " +
        "away.example/v1: stale GroupVersion discovery: away.example/v1",
    ]);
    unknown = [];
    timers.advance(2000);
    await until(async () => !(await exists(client, core("namespaces", undefined, "doomed"))));
    expect(errors).toEqual([]);
  });

  it("retries after a conflict", async () => {
    await namespace("doomed");
    running = namespaceController(parts);
    client.failNext("update/finalize", conflict(core("namespaces"), "doomed", "modified"));
    await client.delete(core("namespaces", undefined, "doomed"));
    await until(() => errors.length === 1);
    timers.advance(20);
    await until(async () => !(await exists(client, core("namespaces", undefined, "doomed"))));
  });
});

describe("serviceAccountController", () => {
  it("creates the default service account in every active namespace and recreates it after deletion", async () => {
    await namespace("one");
    running = serviceAccountController(parts);
    await running.settled();
    expect(await exists(client, core("serviceaccounts", "one", "default"))).toBe(true);
    await namespace("two");
    await until(() => exists(client, core("serviceaccounts", "two", "default")));
    await client.delete(core("serviceaccounts", "one", "default"));
    await until(() => exists(client, core("serviceaccounts", "one", "default")));
    expect(errors).toEqual([]);
  });

  it("does not try to create an account that exists", async () => {
    await namespace("one");
    running = serviceAccountController(parts);
    await running.settled();
    const creations = (): number => client.calls.filter(({ verb }) => verb === "create").length;
    const before = creations();
    const known = await client.get(core("namespaces", undefined, "one"));
    await client.update(core("namespaces", undefined, "one"), {
      ...known,
      metadata: { ...known.metadata, labels: { a: "b" } },
    });
    // The account of a later namespace shows that the change was seen.
    await namespace("two");
    await until(() => exists(client, core("serviceaccounts", "two", "default")));
    expect(creations()).toBe(before + 2);
  });

  it("ignores terminating namespaces", async () => {
    await namespace("going");
    await client.delete(core("namespaces", undefined, "going"));
    running = serviceAccountController(parts);
    await running.settled();
    expect(await exists(client, core("serviceaccounts", "going", "default"))).toBe(false);
  });
});

describe("rootCertificateController", () => {
  it("publishes the CA certificate and restores it after changes", async () => {
    await namespace("one");
    running = rootCertificateController(parts, "PEM");
    const ref = core("configmaps", "one", "kube-root-ca.crt");
    await until(() => exists(client, ref));
    const published = await client.get(ref);
    expect(published["data"]).toEqual({ "ca.crt": "PEM" });
    expect(Object.keys(published.metadata.annotations ?? {})).toEqual(["kubernetes.io/description"]);
    await client.update(ref, { ...published, data: { "ca.crt": "forged", more: "x" } });
    await until(async () => JSON.stringify((await client.get(ref))["data"]) === '{"ca.crt":"PEM"}');
    await client.delete(ref);
    await until(() => exists(client, ref));
    expect(errors).toEqual([]);
  });

  it("keeps a description annotation with a different text", async () => {
    await namespace("one");
    running = rootCertificateController(parts, "PEM");
    const ref = core("configmaps", "one", "kube-root-ca.crt");
    await until(() => exists(client, ref));
    const published = await client.get(ref);
    const annotations = { "kubernetes.io/description": "mine" };
    await client.update(ref, { ...published, metadata: { ...published.metadata, annotations } });
    await running.settled();
    expect((await client.get(ref)).metadata.annotations).toEqual(annotations);
  });
});

describe("roleAggregationController", () => {
  const roles = { group: vocabulary.rbacGroup, version: "v1", resource: "clusterroles" };

  it("aggregates the default roles into admin, edit and view", async () => {
    for (const role of defaultObjects(vocabulary).clusterroles) await client.create(roles, role);
    running = roleAggregationController(parts);
    await running.settled();
    const rulesOf = async (name: string) => ((await client.get({ ...roles, name }))["rules"] as unknown[]) ?? [];
    const [view, edit, admin] = await Promise.all(["view", "edit", "admin"].map(rulesOf));
    expect(view?.length).toBeGreaterThan(5);
    for (const rule of view ?? []) expect(edit).toContainEqual(rule);
    for (const rule of edit ?? []) expect(admin).toContainEqual(rule);
    const writes = client.calls.length;
    await running.settled();
    expect(client.calls.length).toBe(writes);
  });

  it("follows added and removed roles with the aggregation label", async () => {
    const rules = [{ apiGroups: ["acme.com"], resources: ["widgets"], verbs: ["get"] }];
    await client.create(roles, {
      metadata: { name: "all" },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "yes" } }] },
    });
    running = roleAggregationController(parts);
    await running.settled();
    const current = async (): Promise<string> =>
      JSON.stringify((await client.get({ ...roles, name: "all" }))["rules"] ?? []);
    await client.create(roles, { metadata: { name: "part", labels: { part: "yes" } }, rules });
    await until(async () => (await current()) === JSON.stringify(rules));
    await client.delete({ ...roles, name: "part" });
    await until(async () => (await current()) === "[]");
  });
});

describe("storage protection", () => {
  it("protects bound volumes from deletion", async () => {
    const metadata = { name: "v", finalizers: ["kubernetes.io/pv-protection"] };
    await client.create(core("persistentvolumes"), { metadata, status: { phase: "Bound" } });
    running = volumeProtectionController(parts);
    await client.delete(core("persistentvolumes", undefined, "v"));
    await running.settled();
    const volume = await client.get(core("persistentvolumes", undefined, "v"));
    await client.update(core("persistentvolumes", undefined, "v"), { ...volume, status: { phase: "Released" } });
    await until(async () => !(await exists(client, core("persistentvolumes", undefined, "v"))));
  });
});
