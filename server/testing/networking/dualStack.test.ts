import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { core, service } from "../objects.ts";
import { isSharedStore } from "../testedEngine.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";

const services = core("default", "services");

interface Addresses {
  readonly clusterIP?: string;
  readonly clusterIPs?: string[];
  readonly ipFamilies?: string[];
  readonly ipFamilyPolicy?: string;
}

/** Request helpers for a server. */
const speaker = (server: () => TestServer) => ({
  create: (name: string, spec?: Record<string, unknown>, query = "") =>
    server().request("POST", `${services}${query}`, { body: service(name, spec) }),
  patch: (name: string, spec: Record<string, unknown>, query = "") =>
    server().request("PATCH", `${services}/${name}${query}`, {
      body: { spec },
      headers: { "content-type": "application/merge-patch+json" },
    }),
  remove: (name: string) => server().request("DELETE", `${services}/${name}`),
  get: (name: string) => server().request("GET", `${services}/${name}`),
});

const spec = (answer: TestAnswer): Addresses => {
  expect(answer.body.message).toBeUndefined();
  return answer.body["spec"] as Addresses;
};
const refusal = (answer: TestAnswer): string | undefined => {
  expect(answer.status).toBe(422);
  return answer.body.message?.replace(/^.* is invalid: /, "");
};

const FOUR = /^10\.20\.0\.\d+$/;
const SIX = /^fd00:20::[0-9a-f]+$/;

describe("dual-stack cluster", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ serviceClusterIpRange: "10.20.0.0/24,fd00:20::/120" });
  });
  afterAll(() => server.stop());
  const { create, patch, remove, get } = speaker(() => server);

  it("gives the kubernetes service an address of the first range", async () => {
    const { clusterIPs, ipFamilies, ipFamilyPolicy } = spec(await get("kubernetes"));
    expect([clusterIPs, ipFamilies, ipFamilyPolicy]).toEqual([["10.20.0.1"], ["IPv4"], "SingleStack"]);
  });

  it("allocates one address of the first family by default", async () => {
    const single = spec(await create("single"));
    expect(single).toMatchObject({ ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" });
    expect(single.clusterIPs).toEqual([expect.stringMatching(FOUR)]);
    const six = spec(await create("six", { ipFamilies: ["IPv6"] }));
    expect(six).toMatchObject({ ipFamilies: ["IPv6"], ipFamilyPolicy: "SingleStack" });
    expect(six.clusterIPs).toEqual([expect.stringMatching(SIX)]);
    const named = spec(await create("named", { clusterIP: "fd00:20::5" }));
    expect(named).toMatchObject({ clusterIPs: ["fd00:20::5"], ipFamilies: ["IPv6"], ipFamilyPolicy: "SingleStack" });
    for (const name of ["single", "six", "named"]) await remove(name);
  });

  it("allocates two addresses in the requested order", async () => {
    for (const ipFamilyPolicy of ["PreferDualStack", "RequireDualStack"]) {
      const both = spec(await create("both", { ipFamilyPolicy }));
      expect(both.ipFamilies).toEqual(["IPv4", "IPv6"]);
      expect(both.clusterIPs).toEqual([expect.stringMatching(FOUR), expect.stringMatching(SIX)]);
      expect(both.clusterIP).toBe(both.clusterIPs?.[0]);
      await remove("both");
      const turned = spec(await create("turned", { ipFamilyPolicy, ipFamilies: ["IPv6", "IPv4"] }));
      expect(turned.clusterIPs).toEqual([expect.stringMatching(SIX), expect.stringMatching(FOUR)]);
      await remove("turned");
      const half = spec(await create("half", { ipFamilyPolicy, clusterIP: "fd00:20::9" }));
      expect(half).toMatchObject({ clusterIPs: ["fd00:20::9", expect.stringMatching(FOUR)] });
      expect(half.ipFamilies).toEqual(["IPv6", "IPv4"]);
      await remove("half");
    }
  });

  it("refuses contradictory fields, and allocates nothing for them", async () => {
    const both = { clusterIP: "10.20.0.7", clusterIPs: ["10.20.0.7", "fd00:20::7"] };
    expect(refusal(await create("x", both))).toBe(
      "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified",
    );
    expect(refusal(await create("x", { ipFamilies: ["IPv4", "IPv6"] }))).toContain("when multiple IP families");
    await create("holder", { clusterIP: "fd00:20::7" });
    const dual = { ...both, ipFamilyPolicy: "PreferDualStack" };
    expect(refusal(await create("x", dual))).toBe(
      'spec.clusterIPs: Invalid value: []string{"10.20.0.7", "fd00:20::7"}: failed to allocate IP fd00:20::7: provided IP is already allocated',
    );
    expect(refusal(await create("x", { ...dual, clusterIPs: ["10.20.0.7", "fd00:21::7"] }))).toContain(
      "failed to allocate IP fd00:21::7: the provided IP (fd00:21::7) is not in the valid range. The range of valid IPs is fd00:20::/120",
    );
    // The address of the other family is still free.
    await remove("holder");
    expect(spec(await create("x", dual)).clusterIPs).toEqual(both.clusterIPs);
    await remove("x");
  });

  it("adds and removes the second address of a service, and never changes the first", async () => {
    // An address at the lower end of the range: the allocator assigns others first, so that no other service has it.
    const first = spec(await create("web", { clusterIP: "10.20.0.9" })).clusterIP;
    const dry = spec(await patch("web", { ipFamilyPolicy: "RequireDualStack" }, "?dryRun=All"));
    expect(dry.clusterIPs).toEqual([first, "fd00:20::"]);
    const upgraded = spec(await patch("web", { ipFamilyPolicy: "PreferDualStack" }));
    expect(upgraded).toMatchObject({ clusterIP: first, ipFamilies: ["IPv4", "IPv6"] });
    const [, second = ""] = upgraded.clusterIPs ?? [];
    expect(second).toMatch(SIX);
    expect(refusal(await create("thief", { clusterIP: second }))).toContain("already allocated");
    expect(refusal(await patch("web", { clusterIPs: [first] }))).toBe(
      "spec.ipFamilyPolicy: Invalid value: \"PreferDualStack\": must be 'SingleStack' to release the secondary cluster IP",
    );
    expect(refusal(await patch("web", { clusterIPs: [first, "fd00:20::5"] }))).toBe(
      `spec.clusterIPs[1]: Invalid value: []string{"${first}", "fd00:20::5"}: may not change once set`,
    );
    expect(refusal(await patch("web", { clusterIP: "10.20.0.99", clusterIPs: ["10.20.0.99", second] }))).toContain(
      "spec.clusterIPs[0]: Invalid value:",
    );
    const downgraded = spec(await patch("web", { ipFamilyPolicy: "SingleStack" }));
    expect(downgraded).toMatchObject({ clusterIPs: [first], ipFamilies: ["IPv4"], clusterIP: first });
    expect(spec(await create("heir", { clusterIP: second })).clusterIP).toBe(second);
    const chosen = { ipFamilyPolicy: "RequireDualStack", clusterIPs: [first, second] };
    expect(refusal(await patch("web", chosen))).toContain(`failed to allocate IP ${second}: provided IP is already`);
    await remove("heir");
    expect(spec(await patch("web", chosen)).clusterIPs).toEqual([first, second]);
    await remove("web");
  });

  it("releases both addresses when a service becomes ExternalName, and allocates new ones when it changes back", async () => {
    const { clusterIPs: [, second] = [] } = spec(await create("web", { ipFamilyPolicy: "RequireDualStack" }));
    const named = spec(await patch("web", { type: "ExternalName", externalName: "a.example" }));
    expect(Object.keys(named)).not.toContain("clusterIPs");
    expect([named.ipFamilies, named.ipFamilyPolicy]).toEqual([undefined, undefined]);
    expect(spec(await create("heir", { clusterIP: second })).clusterIP).toBe(second);
    const back = spec(await patch("web", { type: "ClusterIP", externalName: null, ipFamilyPolicy: "PreferDualStack" }));
    expect(back.clusterIPs).toEqual([expect.stringMatching(FOUR), expect.stringMatching(SIX)]);
    for (const name of ["web", "heir"]) await remove(name);
  });

  it("sets the families of headless services", async () => {
    const selecting = { clusterIP: "None", selector: { app: "web" } };
    expect(spec(await create("plain", selecting)).ipFamilies).toEqual(["IPv4"]);
    const both = spec(await create("both", { ...selecting, ipFamilyPolicy: "PreferDualStack" }));
    expect(both).toMatchObject({ clusterIPs: ["None"], ipFamilies: ["IPv4", "IPv6"] });
    const bare = spec(await create("bare", { clusterIP: "None", selector: null }));
    expect(bare).toMatchObject({ ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "RequireDualStack" });
    // Such a service may swap its families.
    expect(spec(await patch("both", { ipFamilies: ["IPv6", "IPv4"] })).ipFamilies).toEqual(["IPv6", "IPv4"]);
    for (const name of ["plain", "both", "bare"]) await remove(name);
  });

  it("never allocates an address twice under concurrent creations", async () => {
    const names = Array.from({ length: 16 }, (_, i) => `many-${i}`);
    const policies = ["RequireDualStack", "PreferDualStack", "SingleStack"];
    const made = await Promise.all(names.map((name, i) => create(name, { ipFamilyPolicy: policies[i % 3] })));
    const ips = made.flatMap((answer) => spec(answer).clusterIPs ?? []);
    // Eleven of them have two addresses.
    expect(ips.length).toBe(16 + 11);
    expect(new Set(ips).size).toBe(ips.length);
    for (const name of names) await remove(name);
  });
});

describe("dual-stack cluster with few addresses in the second family", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ serviceClusterIpRange: "10.20.0.0/29, fd00:20::/126" });
  });
  afterAll(() => server.stop());
  const { create, remove } = speaker(() => server);

  it("releases the first address when no second one is available", async () => {
    for (const name of ["a", "b", "c"]) spec(await create(name, { ipFamilies: ["IPv6"] }));
    for (let i = 0; i < 8; i++) {
      const full = await create("x", { ipFamilyPolicy: "RequireDualStack" });
      expect([full.status, full.body.message]).toEqual([
        500,
        "Internal error occurred: failed to allocate a serviceIP: range is full",
      ]);
    }
    // Five usable addresses are left, in addition to that of the API's own service.
    for (const name of ["d", "e", "f", "g", "h"]) spec(await create(name));
    await remove("a");
    expect((await create("x", { ipFamilyPolicy: "RequireDualStack" })).status).toBe(500);
    await remove("d");
    expect(spec(await create("x", { ipFamilyPolicy: "RequireDualStack" })).clusterIPs?.length).toBe(2);
  });
});

describe("IPv6-only cluster", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ serviceClusterIpRange: "fd00:20::/112", advertiseAddress: "2001:db8::7" });
  });
  afterAll(() => server.stop());
  const { create, get } = speaker(() => server);

  it("gives all services IPv6 addresses, the kubernetes service the first one", async () => {
    const own = { clusterIP: "fd00:20::1", clusterIPs: ["fd00:20::1"], ipFamilies: ["IPv6"] };
    expect(spec(await get("kubernetes"))).toMatchObject({ ...own, ipFamilyPolicy: "SingleStack" });
    expect(spec(await create("web"))).toMatchObject({
      ipFamilies: ["IPv6"],
      clusterIPs: [expect.stringMatching(SIX)],
    });
    expect(spec(await create("both", { ipFamilyPolicy: "PreferDualStack" })).ipFamilies).toEqual(["IPv6"]);
    expect(refusal(await create("x", { ipFamilyPolicy: "RequireDualStack" }))).toContain(
      "this cluster is not configured for dual-stack services",
    );
    expect(refusal(await create("x", { clusterIP: "10.20.0.7" }))).toContain("IPv4 is not configured on this cluster");
  });
});

describe("the kubernetes service", () => {
  const slicePath = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes";
  const endpointsOf = async (server: TestServer) => {
    const { body: endpoints } = await server.request("GET", core("default", "endpoints", "kubernetes"));
    const { body: slice } = await server.request("GET", slicePath);
    const [subset] = endpoints["subsets"] as { addresses: { ip: string }[] }[];
    const inSlice = (slice["endpoints"] as { addresses: string[] }[]).flatMap(({ addresses }) => addresses);
    return [subset?.addresses.map(({ ip }) => ip), slice["addressType"], inSlice];
  };

  it("uses the first family, and changes with the cluster's family", async () => {
    const dataDir = await temporaryFolder();
    const start = (serviceClusterIpRange: string, advertiseAddress: string) =>
      startTestServer({ dataDir, serviceClusterIpRange, advertiseAddress });
    try {
      const four = await start("10.20.0.0/24", "10.1.1.1");
      expect(await endpointsOf(four)).toEqual([["10.1.1.1"], "IPv4", ["10.1.1.1"]]);
      await four.running.stop();
      await expect(start("fd00:20::/112,10.20.0.0/24", "10.1.1.1")).rejects.toThrow(
        'service IP family "fd00:20::/112" must match public address family "10.1.1.1"',
      );
      const changed = start("fd00:20::/112,10.20.0.0/24", "2001:db8::7");
      if (isSharedStore) {
        // Other servers may still use the stored ranges.
        await expect(changed).rejects.toThrow("the store gives out 10.20.0.0/24");
        return;
      }
      const six = await changed;
      expect(await endpointsOf(six)).toEqual([["2001:db8::7"], "IPv6", ["2001:db8::7"]]);
      const { get, create } = speaker(() => six);
      expect(spec(await create("both", { ipFamilyPolicy: "PreferDualStack" })).ipFamilies).toEqual(["IPv6", "IPv4"]);
      // Its address stays, like that of any service.
      expect(spec(await get("kubernetes")).clusterIPs).toEqual(["10.20.0.1"]);
      await six.running.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
