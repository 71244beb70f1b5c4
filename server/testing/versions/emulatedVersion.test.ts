import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const GROUP = "/apis/flowcontrol.apiserver.k8s.io";
const KEEPS_ZERO = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

const level = (version: string, name: string, limited: object, annotations?: object) => ({
  apiVersion: `flowcontrol.apiserver.k8s.io/${version}`,
  kind: "PriorityLevelConfiguration",
  metadata: { name, ...(annotations === undefined ? {} : { annotations }) },
  spec: { type: "Limited", limited: { limitResponse: { type: "Reject" }, ...limited } },
});

const sharesOf = (object: ApiObject): unknown =>
  (object["spec"] as { limited: { nominalConcurrencyShares: unknown } }).limited.nominalConcurrencyShares;

describe("a server that emulates 1.31", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ emulatedVersion: "1.31" });
  });
  afterAll(() => server.stop());
  const levels = (version: string, name = "") => `${GROUP}/${version}/prioritylevelconfigurations${name && `/${name}`}`;

  test("serves flow control v1beta3 besides v1, and warns of its deprecation", async () => {
    const { body } = await server.request("GET", "/apis/flowcontrol.apiserver.k8s.io");
    expect(body).toMatchObject({
      versions: [{ version: "v1" }, { version: "v1beta3" }],
      preferredVersion: { version: "v1" },
    });
    const { status, headers, body: list } = await server.request("GET", `${GROUP}/v1beta3/flowschemas`);
    expect(status).toBe(200);
    expect(list["items"]).not.toHaveLength(0);
    expect(headers["warning"]).toBe(
      '299 - "flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema is deprecated in v1.29+, unavailable in v1.32+; use flowcontrol.apiserver.k8s.io/v1 FlowSchema"',
    );
    const services = await server.request(
      "GET",
      "/apis/apiregistration.k8s.io/v1/apiservices/v1beta3.flowcontrol.apiserver.k8s.io",
    );
    expect(services.body["spec"]).toMatchObject({ groupPriorityMinimum: 16100, versionPriority: 18 });
    const openApi = await server.request("GET", "/openapi/v3/apis/flowcontrol.apiserver.k8s.io/v1beta3");
    expect(openApi.text).toContain("io.k8s.api.flowcontrol.v1beta3.LimitedPriorityLevelConfiguration");
  });

  test("replaces 0 shares in v1beta3 by the default, unless the annotation keeps the zero", async () => {
    const create = async (version: string, name: string, limited: object, annotations?: object) => {
      const answer = await server.request("POST", levels(version), {
        body: level(version, name, limited, annotations),
      });
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    };
    expect(sharesOf(await create("v1beta3", "absent", {}))).toBe(30);
    expect(sharesOf(await create("v1beta3", "zero", { nominalConcurrencyShares: 0 }))).toBe(30);
    const meant = await create("v1beta3", "meant", { nominalConcurrencyShares: 0 }, { [KEEPS_ZERO]: "", a: "b" });
    expect(sharesOf(meant)).toBe(0);
    expect(meant.metadata.annotations).toEqual({ [KEEPS_ZERO]: "", a: "b" });
    const { body: stored } = await server.request("GET", levels("v1", "meant"));
    expect(sharesOf(stored)).toBe(0);
    expect(stored.metadata.annotations).toEqual({ a: "b" });
    // In v1, only an absent share is defaulted to 30.
    expect(sharesOf(await create("v1", "v1-absent", {}))).toBe(30);
    expect(sharesOf(await create("v1", "v1-zero", { nominalConcurrencyShares: 0 }))).toBe(0);
    const { body: shown } = await server.request("GET", levels("v1beta3", "v1-zero"));
    expect(shown.metadata.annotations).toEqual({ [KEEPS_ZERO]: "" });
    const { body: back } = await server.request("PUT", levels("v1beta3", "v1-zero"), { body: shown });
    expect(sharesOf(back)).toBe(0);
    expect(back.metadata.resourceVersion).toBe(shown.metadata.resourceVersion);
  });

  test("can disable v1beta3 with --runtime-config", async () => {
    const off = await startTestServer({
      emulatedVersion: "1.31",
      runtimeConfig: { "flowcontrol.apiserver.k8s.io/v1beta3": "false" },
    });
    try {
      expect((await off.request("GET", `${GROUP}/v1beta3`)).status).toBe(404);
      expect((await off.request("GET", `${GROUP}/v1`)).status).toBe(200);
    } finally {
      await off.stop();
    }
  });

  test("reports the binary's version", async () => {
    const { body } = await server.request("GET", "/version");
    expect(body).toMatchObject({ major: "1", minor: "32", gitVersion: expect.stringMatching(/^v1\.32\./) });
    expect(Object.keys(body).filter((name) => name.startsWith("emulation"))).toEqual([]);
  });
});

describe("group versions served at other emulated versions", () => {
  /** Statuses of group versions on a server with all features enabled. */
  const served = async (emulatedVersion: string, paths: readonly string[]): Promise<number[]> => {
    const server = await startTestServer({ emulatedVersion, runtimeConfig: { "api/all": "true" } });
    try {
      return await Promise.all(paths.map(async (path) => (await server.request("GET", `/apis/${path}`)).status));
    } finally {
      await server.stop();
    }
  };
  const paths = [
    "flowcontrol.apiserver.k8s.io/v1beta3",
    "admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    "admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies",
    "networking.k8s.io/v1beta1",
    "resource.k8s.io/v1alpha3",
    "resource.k8s.io/v1beta1",
    "coordination.k8s.io/v1alpha2",
    "storage.k8s.io/v1alpha1",
  ];

  test.each([
    ["1.29", [200, 404, 200, 404, 404, 404, 404, 200]],
    ["1.30", [200, 200, 200, 404, 404, 404, 404, 200]],
    ["1.31", [200, 200, 200, 200, 200, 404, 404, 200]],
    ["1.32", [404, 200, 200, 200, 200, 200, 200, 200]],
  ])("%s", async (release, statuses) => {
    expect(await served(release, paths)).toEqual(statuses);
  });

  test("validates feature gates against the emulated release", async () => {
    await expect(
      startTestServer({ emulatedVersion: "1.30", featureGates: { BtreeWatchCache: "true" } }),
    ).rejects.toThrow("feature is PreAlpha at emulated version 1.30");
  });
});

test("objects written in v1beta3 keep their field owners where v1beta3 is no longer served", async () => {
  const older = await startTestServer({ emulatedVersion: "1.31" });
  const body = level("v1beta3", "l", { nominalConcurrencyShares: 7 });
  await older.request("POST", `${GROUP}/v1beta3/prioritylevelconfigurations?fieldManager=old`, { body });
  await older.running.stop();
  const newer = await startTestServer({ dataDir: older.dataDir });
  try {
    expect((await newer.request("GET", `${GROUP}/v1beta3/prioritylevelconfigurations/l`)).status).toBe(404);
    const { body: kept } = await newer.request("GET", `${GROUP}/v1/prioritylevelconfigurations/l`);
    expect(sharesOf(kept)).toBe(7);
    expect(kept.metadata.managedFields).toMatchObject([{ manager: "old", apiVersion: body.apiVersion }]);
  } finally {
    await newer.stop();
    await older.stop();
  }
});
