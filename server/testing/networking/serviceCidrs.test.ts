import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import type { TestAnswer } from "../httpClient.ts";
import { core, service } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const SERVICES = core("default", "services");
const NETWORKING = "/apis/networking.k8s.io/v1beta1";
const [RANGES, ADDRESSES] = [`${NETWORKING}/servicecidrs`, `${NETWORKING}/ipaddresses`];
const FINALIZER = "networking.k8s.io/service-cidr-finalizer";
const HELD = "There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR";

const timers = manualTimers();
const START = Date.now();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    featureGates: { APIServerIdentity: "false", MultiCIDRServiceAllocator: "true" },
    runtimeConfig: { "networking.k8s.io/v1beta1": "true" },
    serviceClusterIpRange: "10.20.0.0/28,fd00:20::/124",
    controllers: ["service-cidr-controller"],
    disableAdmissionPlugins: ["ServiceAccount"],
    now: () => START + timers.now,
    timers,
  });
});
afterAll(() => server.stop());

const get = (path: string): Promise<TestAnswer> => server.request("GET", path);
const names = async (path: string): Promise<string[]> =>
  (await get(path)).body.items.map(({ metadata }) => metadata.name ?? "");
const create = (name: string, spec?: Record<string, unknown>, query = "") =>
  server.request("POST", `${SERVICES}${query}`, { body: service(name, spec) });
const remove = (name: string) => server.request("DELETE", `${SERVICES}/${name}`);
const patch = (path: string, body: object) =>
  server.request("PATCH", path, { body, headers: { "content-type": "application/merge-patch+json" } });
const range = (name: string, ...cidrs: string[]) =>
  server.request("POST", RANGES, { body: { metadata: { name }, spec: { cidrs } } });
const specOf = ({ status, body }: TestAnswer) => {
  expect([status, body.message]).toEqual([expect.toSatisfy((code) => code === 200 || code === 201), undefined]);
  return body["spec"] as { clusterIP: string; clusterIPs: string[] };
};
const readyOf = (object: ApiObject) =>
  ((object["status"] as { conditions?: Record<string, string>[] }).conditions ?? []).map(
    ({ type, status, reason, message }) => [type, status, reason, message],
  );
/** Reasons of the Events about an object. */
const told = async (name: string) =>
  (await get(core("default", "events"))).body.items
    .filter((event) => (event["involvedObject"] as { name: string }).name === name)
    .map((event) => [event["reason"], event["message"]]);

describe("service addresses", () => {
  it("are allocated from the flag's ranges, which are a ServiceCIDR", async () => {
    await expect.poll(async () => (await get(`${RANGES}/kubernetes`)).body.metadata.finalizers).toEqual([FINALIZER]);
    const { body } = await get(`${RANGES}/kubernetes`);
    expect(body["spec"]).toEqual({ cidrs: ["10.20.0.0/28", "fd00:20::/124"] });
    await expect
      .poll(async () => readyOf((await get(`${RANGES}/kubernetes`)).body))
      .toEqual([["Ready", "True", "", "Kubernetes Service CIDR is ready"]]);
    expect(await names(ADDRESSES)).toEqual(["10.20.0.1"]);
    const hook = "poststarthook/start-kubernetes-service-cidr-controller";
    expect((await get(`/readyz/${hook}`)).status).toBe(200);
  });

  it("have an IPAddress object while services use them", async () => {
    const both = specOf(await create("both", { ipFamilyPolicy: "RequireDualStack" })).clusterIPs;
    for (const [i, address] of both.entries()) {
      const { body } = await get(`${ADDRESSES}/${address}`);
      expect(body.metadata.labels).toEqual({
        "ipaddress.kubernetes.io/ip-family": i === 0 ? "IPv4" : "IPv6",
        "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
      });
      expect(body["spec"]).toEqual({ parentRef: { resource: "services", namespace: "default", name: "both" } });
    }
    const [four = "", six = ""] = both;
    const all = async () => (await names(ADDRESSES)).sort();
    await patch(`${SERVICES}/both`, { spec: { ipFamilyPolicy: "SingleStack" } });
    expect(await all()).toEqual(["10.20.0.1", four]);
    specOf(
      await patch(`${SERVICES}/both`, {
        spec: { ipFamilyPolicy: "PreferDualStack", clusterIPs: [four, six] },
      }),
    );
    expect(await all()).toEqual(["10.20.0.1", four, six].sort());
    await patch(`${SERVICES}/both`, { spec: { type: "ExternalName", externalName: "a.b", clusterIPs: null } });
    expect(await all()).toEqual(["10.20.0.1"]);
    specOf(await patch(`${SERVICES}/both`, { spec: { type: "ClusterIP", externalName: null, clusterIP: four } }));
    expect(await all()).toEqual(["10.20.0.1", four]);
    await remove("both");
    expect(await all()).toEqual(["10.20.0.1"]);
  });

  it("are refused when they are in use or outside all ranges", async () => {
    specOf(await create("first", { clusterIP: "10.20.0.9" }));
    const refused = async (clusterIP: string) => {
      const { status, body } = await create("second", { clusterIP });
      return [status, body.message];
    };
    const invalid = (ip: string, detail: string) => [
      422,
      `Service "second" is invalid: spec.clusterIPs: Invalid value: []string{"${ip}"}: failed to allocate IP ${ip}: ${detail}`,
    ];
    const outside = "the provided network does not match the current range";
    expect(await refused("10.20.0.9")).toEqual(invalid("10.20.0.9", "provided IP is already allocated"));
    for (const ip of ["10.21.0.9", "10.20.0.0", "10.20.0.15"]) expect(await refused(ip)).toEqual(invalid(ip, outside));
    expect(await names(ADDRESSES)).toEqual(["10.20.0.1", "10.20.0.9"]);
    await remove("first");
  });

  it("are not allocated in dry runs and refused writes", async () => {
    expect(specOf(await create("dry", {}, "?dryRun=All")).clusterIP).toBe("10.20.0.0");
    expect(specOf(await create("dry", { clusterIP: "10.20.0.9" }, "?dryRun=All")).clusterIP).toBe("10.20.0.9");
    const outside = await create("dry", { clusterIP: "10.21.0.9" }, "?dryRun=All");
    expect(outside.body.message).toContain(
      "failed to allocate IP 10.21.0.9: the provided IP (10.21.0.9) is not in the valid range. The range of valid IPs is 10.20.0.0/28",
    );
    expect((await create("Wrong_Name", { clusterIP: "10.20.0.9" })).status).toBe(422);
    expect((await create("kubernetes", { clusterIP: "10.20.0.9" })).status).toBe(409);
    expect(await names(ADDRESSES)).toEqual(["10.20.0.1"]);
  });

  it("cannot be allocated while a client's IPAddress object exists", async () => {
    const body = { metadata: { name: "10.20.0.9" }, spec: { parentRef: { resource: "gateways", name: "g" } } };
    expect((await server.request("POST", ADDRESSES, { body })).status).toBe(201);
    const refused = await create("second", { clusterIP: "10.20.0.9" });
    expect(refused.body.message).toContain("provided IP is already allocated");
    // It is not an address of a service: it is never cleaned up.
    expect((await get(`${ADDRESSES}/10.20.0.9`)).status).toBe(200);
    await server.request("DELETE", `${ADDRESSES}/10.20.0.9`);
    specOf(await create("second", { clusterIP: "10.20.0.9" }));
    await remove("second");
  });
});

describe("when a range is full", () => {
  it("an additional one allows new services, and can be deleted when unused", async () => {
    // Sixteen concurrent creations, some more than there is room for.
    const made = await Promise.all(Array.from({ length: 16 }, (_, i) => create(`s-${i}`)));
    const good = made.filter(({ status }) => status === 201).map((answer) => specOf(answer).clusterIP);
    expect([good.length, new Set(good).size]).toEqual([13, 13]);
    const full = { status: 500, message: "Internal error occurred: failed to allocate a serviceIP: range is full" };
    for (const { status, body } of made) if (status !== 201) expect({ status, message: body.message }).toEqual(full);

    expect((await range("more", "10.21.0.0/29")).status).toBe(201);
    const more = specOf(await create("more")).clusterIP;
    expect(more).toMatch(/^10\.21\.0\.[1-6]$/);
    await expect.poll(async () => (await get(`${RANGES}/more`)).body.metadata.finalizers).toEqual([FINALIZER]);

    expect((await server.request("DELETE", `${RANGES}/more`)).status).toBe(200);
    await expect
      .poll(async () => readyOf((await get(`${RANGES}/more`)).body))
      .toEqual([["Ready", "False", "Terminating", HELD]]);
    // No more addresses are allocated from it.
    expect((await create("late")).body.message).toBe(full.message);
    expect((await create("late", { clusterIP: "10.21.0.6" })).body.message).toContain(
      "does not match the current range",
    );

    await remove("more");
    // Every server gets some time to notice the deletion.
    await expect.poll(() => timers.pending().some((delay) => delay > 0 && delay <= 10_000)).toBe(true);
    expect((await get(`${RANGES}/more`)).status).toBe(200);
    timers.advance(10_001);
    await expect.poll(async () => (await get(`${RANGES}/more`)).status).toBe(404);
    await Promise.all(Array.from({ length: 16 }, (_, i) => remove(`s-${i}`)));
    expect(await names(ADDRESSES)).toEqual(["10.20.0.1"]);
  });

  it("a range that another one covers can be deleted although its addresses are in use", async () => {
    await range("small", "10.22.0.0/29");
    specOf(await create("inside", { clusterIP: "10.22.0.1" }));
    await expect.poll(async () => (await get(`${RANGES}/small`)).body.metadata.finalizers).toEqual([FINALIZER]);
    await server.request("DELETE", `${RANGES}/small`);
    await expect.poll(async () => readyOf((await get(`${RANGES}/small`)).body)[0]?.[1]).toBe("False");
    await range("large", "10.22.0.0/28");
    await expect.poll(() => timers.pending().some((delay) => delay > 0 && delay <= 10_000)).toBe(true);
    timers.advance(10_001);
    await expect.poll(async () => (await get(`${RANGES}/small`)).status).toBe(404);
    const refused = await create("thief", { clusterIP: "10.22.0.1" });
    expect(refused.body.message).toContain("provided IP is already allocated");
    await remove("inside");
    await server.request("DELETE", `${RANGES}/large`);
    await expect.poll(() => timers.pending().some((delay) => delay > 0 && delay <= 10_000)).toBe(true);
    timers.advance(10_001);
    await expect.poll(async () => (await get(`${RANGES}/large`)).status).toBe(404);
  });
});

describe("inconsistencies", () => {
  it("of a service's missing IPAddress are repaired, with an event", async () => {
    specOf(await create("lost", { clusterIP: "10.20.0.9" }));
    await server.request("DELETE", `${ADDRESSES}/10.20.0.9`);
    // The repair starts only when the service changes, or after minutes.
    await patch(`${SERVICES}/lost`, { metadata: { labels: { touched: "yes" } } });
    await expect.poll(async () => (await get(`${ADDRESSES}/10.20.0.9`)).status).toBe(200);
    await expect
      .poll(() => told("lost"))
      .toEqual([["ClusterIPNotAllocated", "Cluster IP [IPv4]: 10.20.0.9 is not allocated; repairing"]]);
    await remove("lost");
  });

  it("of an IPAddress without a service are cleaned up, with an event", async () => {
    const labels = { "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io" };
    const parentRef = { resource: "gateways", namespace: "default", name: "g" };
    const body = { metadata: { name: "10.20.0.9", labels }, spec: { parentRef } };
    expect((await server.request("POST", ADDRESSES, { body })).status).toBe(201);
    await expect.poll(async () => (await get(`${ADDRESSES}/10.20.0.9`)).status).toBe(404);
    const detail =
      "appears to have been modified, not referencing a Service &ParentReference{Group:,Resource:gateways,Namespace:default,Name:g,}: cleaning up";
    await expect.poll(() => told("10.20.0.9")).toEqual([["IPAddressNotAllocated", `IPAddress 10.20.0.9 ${detail}`]]);
  });
});

describe("ranges and addresses", () => {
  it("are immutable", async () => {
    const changed = await patch(`${RANGES}/kubernetes`, { spec: { cidrs: ["10.20.0.0/28"] } });
    expect([changed.status, changed.body.message]).toEqual([
      422,
      'ServiceCIDR.networking.k8s.io "kubernetes" is invalid: spec.cidrs: Invalid value: []string{"10.20.0.0/28"}: field is immutable',
    ]);
    const moved = await patch(`${ADDRESSES}/10.20.0.1`, { spec: { parentRef: { name: "other" } } });
    expect([moved.status, moved.body.message]).toEqual([422, expect.stringContaining("field is immutable")]);
    const named = await server.request("POST", ADDRESSES, {
      body: { metadata: { name: "010.20.0.9" }, spec: { parentRef: { resource: "services", name: "s" } } },
    });
    expect(named.status).toBe(422);
  });

  it("have a status that clients may also set on creation", async () => {
    const conditions = [
      { type: "Odd", status: "True", reason: "R", message: "m", lastTransitionTime: "2026-01-02T03:04:05Z" },
    ];
    const body = { metadata: { name: "own" }, spec: { cidrs: ["10.23.0.0/29"] }, status: { conditions } };
    expect((await server.request("POST", RANGES, { body })).body["status"]).toEqual({ conditions });
    // A write of the status does not change the ranges.
    const path = `${RANGES}/own/status`;
    expect((await patch(path, { spec: { cidrs: ["10.24.0.0/29"] } })).body["spec"]).toEqual(body.spec);
  });

  it("have table columns", async () => {
    const table = async (path: string) => {
      const { body } = await server.request("GET", path, {
        headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
      });
      const { columnDefinitions, rows } = body as unknown as {
        columnDefinitions: { name: string }[];
        rows: { cells: unknown[] }[];
      };
      return [columnDefinitions.map(({ name }) => name), rows[0]?.cells.slice(0, 2)];
    };
    expect(await table(`${RANGES}/kubernetes`)).toEqual([
      ["Name", "CIDRs", "Age"],
      ["kubernetes", "10.20.0.0/28,fd00:20::/124"],
    ]);
    expect(await table(`${ADDRESSES}/10.20.0.1`)).toEqual([
      ["Name", "ParentRef"],
      ["10.20.0.1", "services/default/kubernetes"],
    ]);
  });
});
