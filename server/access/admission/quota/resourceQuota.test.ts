import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { resourceQuota } from "./resourceQuota.ts";

const core = (resource: string) => ({ group: "", resource });
const pod = (name: string, resources?: Record<string, unknown>, phase = "Running"): ApiObject => ({
  metadata: { name, namespace: "n" },
  spec: { containers: [{ name: "c", resources }] },
  status: { phase },
});

let dependencies: ReturnType<typeof testDependencies>;
/** A quota with the current usage in its status, as a controller would write it. */
const quota = (hard: Record<string, string>, parts: Record<string, unknown> = {}, used = zeros(hard)): void =>
  dependencies.reader.put(core("resourcequotas"), {
    metadata: { name: "q", namespace: "n" },
    spec: { hard, ...parts },
    status: { hard, used },
  });
const zeros = (hard: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.keys(hard).map((name) => [name, "0"]));
const status = (): unknown => dependencies.reader.get(core("resourcequotas"), "n", "q")?.["status"];
const ask = (resource: string, object: ApiObject, parts = {}) =>
  run(resourceQuota(dependencies), testRequest(resource, object, parts));

beforeEach(() => {
  dependencies = testDependencies({
    client: () => ({
      create: () => Promise.reject(new Error("unexpected")),
      async update(_ref, object) {
        dependencies.reader.put(core("resourcequotas"), object);
        return object;
      },
    }),
  });
});

describe("ResourceQuota", () => {
  it("detects quotas without parsing them", async () => {
    quota({ pods: "1" });
    const { reader } = dependencies;
    const list = () => {
      throw new Error("parsed in one piece");
    };
    const plugin = resourceQuota({ ...dependencies, reader: { ...reader, list } });
    await run(plugin, testRequest("pods", pod("a")));
    await expect(run(plugin, testRequest("pods", pod("b")))).rejects.toThrow("exceeded quota: q");
  });

  it("counts objects except finished pods", async () => {
    quota({ pods: "1", "count/deployments.apps": "0" });
    await ask("pods", pod("done", undefined, "Succeeded"));
    await ask("pods", pod("a"));
    expect(status()).toMatchObject({ used: { pods: "1", "count/deployments.apps": "0" } });
    await expect(ask("pods", pod("b"))).rejects.toThrow(
      'pods "b" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
    );
    await expect(ask("deployments", { metadata: { name: "d" } }, { group: "apps" })).rejects.toThrow(
      "exceeded quota: q",
    );
    await ask("configmaps", { metadata: { name: "c" } });
  });

  it("sums pod requests and requires limited resources to be specified", async () => {
    quota({ "requests.cpu": "1", "limits.memory": "1Gi" });
    const resources = { requests: { cpu: "600m" }, limits: { memory: "512Mi" } };
    await ask("pods", pod("a", resources));
    expect(status()).toMatchObject({ used: { "limits.memory": "512Mi", "requests.cpu": "600m" } });
    await expect(ask("pods", pod("b", resources))).rejects.toThrow(
      "exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1",
    );
    await expect(ask("pods", pod("c"))).rejects.toThrow(
      "failed quota: q: must specify limits.memory for: c; requests.cpu for: c",
    );
  });

  it("allows updates that do not increase usage", async () => {
    quota({ "services.nodeports": "1" }, {}, { "services.nodeports": "2" });
    const service = (ports: number): ApiObject => ({
      metadata: { name: "s", namespace: "n" },
      spec: { type: "NodePort", ports: Array.from({ length: ports }, () => ({})) },
    });
    dependencies.reader.put(core("services"), service(2));
    await ask("services", service(2), { operation: "UPDATE", oldObject: service(2) });
    await expect(ask("services", service(3), { operation: "UPDATE", oldObject: service(2) })).rejects.toThrow(
      "exceeded",
    );
  });

  it("limits storage and ignores quotas with pod scopes", async () => {
    const claim = { metadata: { name: "c" }, spec: { resources: { requests: { storage: "2Gi" } } } };
    quota({ "requests.storage": "1Gi" }, { scopes: ["Terminating"] });
    await ask("persistentvolumeclaims", claim);
    quota({ "requests.storage": "1Gi" });
    await expect(ask("persistentvolumeclaims", claim)).rejects.toThrow("limited: requests.storage=1Gi");
  });

  it("matches pods by quota scopes", async () => {
    quota({ pods: "0" }, { scopes: ["Terminating"] });
    const ending = (name: string): ApiObject => ({ ...pod(name), spec: { containers: [], activeDeadlineSeconds: 5 } });
    await ask("pods", pod("a"));
    await expect(ask("pods", ending("b"))).rejects.toThrow(
      "exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0",
    );
    await ask("services", { metadata: { name: "s" } });
  });

  it("checks pods that change their scope", async () => {
    quota({ pods: "0" }, { scopes: ["Terminating"] });
    const ending: ApiObject = { ...pod("a"), spec: { containers: [], activeDeadlineSeconds: 5 } };
    const update = { operation: "UPDATE", oldObject: pod("a") } as const;
    await expect(ask("pods", ending, update)).rejects.toThrow("exceeded quota: q");
    await ask("pods", pod("a"), { ...update, oldObject: ending });
    await ask("pods", pod("a"), update);
  });

  it("charges a resized pod the difference", async () => {
    quota({ "requests.cpu": "2" }, {}, { "requests.cpu": "1" });
    const sized = (cpu: string): ApiObject => pod("a", { requests: { cpu } });
    const resize = { operation: "UPDATE", subresource: "resize", oldObject: sized("1") } as const;
    await ask("pods", sized("2"), resize);
    expect(status()).toMatchObject({ used: { "requests.cpu": "2" } });
    await expect(ask("pods", sized("2"), resize)).rejects.toThrow(
      "exceeded quota: q, requested: requests.cpu=1, used: requests.cpu=2, limited: requests.cpu=2",
    );
    await ask("pods", sized("9"), { ...resize, subresource: "status" });
  });

  it("counts storage classes separately", async () => {
    quota({ "gold.storageclass.storage.k8s.io/requests.storage": "1Gi" });
    const claim = (storageClassName: string): ApiObject => ({
      metadata: { name: "c", namespace: "n" },
      spec: { storageClassName, resources: { requests: { storage: "2Gi" } } },
    });
    await ask("persistentvolumeclaims", claim("silver"));
    await expect(ask("persistentvolumeclaims", claim("gold"))).rejects.toThrow(
      "requested: gold.storageclass.storage.k8s.io/requests.storage=2Gi, used: gold.storageclass.storage.k8s.io/requests.storage=0, limited: gold.storageclass.storage.k8s.io/requests.storage=1Gi",
    );
  });

  it("charges only the increase", async () => {
    quota({ "requests.storage": "3Gi" });
    const claim = (storage: string): ApiObject => ({
      metadata: { name: "c", namespace: "n" },
      spec: { resources: { requests: { storage } } },
    });
    await ask("persistentvolumeclaims", claim("2Gi"));
    const update = { operation: "UPDATE", oldObject: claim("2Gi") } as const;
    await ask("persistentvolumeclaims", claim("3Gi"), update);
    expect(status()).toMatchObject({ used: { "requests.storage": "3Gi" } });
    await expect(ask("persistentvolumeclaims", claim("4Gi"), update)).rejects.toThrow(
      "exceeded quota: q, requested: requests.storage=2Gi, used: requests.storage=3Gi, limited: requests.storage=3Gi",
    );
  });

  it("never lets two writes share the remaining quota, and dry runs consume nothing", async () => {
    quota({ pods: "2" });
    const plugin = resourceQuota(dependencies);
    const create = (name: string, dryRun = false) =>
      run(plugin, testRequest("pods", { ...pod(name), metadata: { ...pod(name).metadata, uid: name } }, { dryRun }));
    const results = await Promise.allSettled([
      create("dry", true),
      ...["a", "b", "c", "d"].map((name) => create(name)),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      ...["fulfilled", "fulfilled", "fulfilled"],
      ...["rejected", "rejected"],
    ]);
    await expect(create("e")).rejects.toThrow("exceeded quota: q, requested: pods=1, used: pods=2, limited: pods=2");
    expect([...(await dependencies.quotaUsage.used(core("pods"), "n", []))].map(([name]) => name)).toContain("pods");
  });

  it("enforces status.hard, not spec.hard", async () => {
    const bare = { metadata: { name: "q", namespace: "n" }, spec: { hard: { pods: "0", "requests.cpu": "0" } } };
    dependencies.reader.put(core("resourcequotas"), bare);
    await ask("pods", pod("a"));
    dependencies.reader.put(core("resourcequotas"), { ...bare, status: { hard: { pods: "5" }, used: { pods: "5" } } });
    await expect(ask("pods", pod("b"))).rejects.toThrow("used: pods=5, limited: pods=5");
  });

  it("rejects requests if usage is unknown", async () => {
    quota({ pods: "5", "count/pods": "5", configmaps: "5" }, {}, { pods: "1" });
    await expect(ask("pods", pod("a"))).rejects.toThrow(
      'pods "a" is forbidden: status unknown for quota: q, resources: count/pods,pods',
    );
    await ask("secrets", { metadata: { name: "s" } });
  });

  it("rejects negative amounts", async () => {
    quota({ "requests.cpu": "1" });
    await expect(ask("pods", pod("a", { requests: { cpu: "-1" } }))).rejects.toThrow(
      "quota usage is negative for resource(s): cpu,requests.cpu",
    );
  });

  it("ignores events", async () => {
    quota({ "count/events": "0" });
    await ask("events", { metadata: { name: "e" } });
  });

  it("rechecks occasionally whether a namespace without a quota has one now", async () => {
    const { reader } = dependencies;
    let [looks, time] = [0, 0];
    const lagging = {
      ...reader,
      async fresh() {
        looks += 1;
        if (time > 0) quota({ pods: "0" });
      },
    };
    const plugin = resourceQuota({ ...dependencies, reader: lagging, now: () => time });
    const create = () => run(plugin, testRequest("pods", pod("a")));
    await create();
    time = 29_999;
    await create();
    expect(looks).toBe(1);
    time = 30_000;
    await expect(create()).rejects.toThrow("exceeded quota: q");
    await expect(create()).rejects.toThrow("exceeded quota: q");
    expect(looks).toBe(2);
  });
});
