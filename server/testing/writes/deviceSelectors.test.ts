import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

const GROUP = "/apis/resource.k8s.io/v1beta1";
const CLASSES = `${GROUP}/deviceclasses`;
const CLAIMS = `${GROUP}/namespaces/default/resourceclaims`;
const MERGE = { "content-type": "application/merge-patch+json" };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ runtimeConfig: { "resource.k8s.io/v1beta1": "true" } });
});
afterAll(() => server.stop());

const select = (...expressions: string[]) => expressions.map((expression) => ({ cel: { expression } }));
const classOf = (name: string, ...expressions: string[]) => ({
  apiVersion: "resource.k8s.io/v1beta1",
  kind: "DeviceClass",
  metadata: { name },
  spec: { selectors: select(...expressions) },
});
const claimOf = (name: string, ...expressions: string[]) => ({
  apiVersion: "resource.k8s.io/v1beta1",
  kind: "ResourceClaim",
  metadata: { name },
  spec: { devices: { requests: [{ name: "r", deviceClassName: "c", selectors: select(...expressions) }] } },
});
const at = "spec.selectors[0].cel.expression";

describe("selectors of a device class", () => {
  it.each([
    'device.driver == "gpu.example.com"',
    'device.attributes["gpu.example.com"].model.startsWith("A") && device.capacity["gpu.example.com"].memory.isGreaterThan(quantity("1Gi"))',
    'cel.bind(gpu, device.attributes["gpu.example.com"], gpu.version.isGreaterThan(semver("1.2.3")))',
    'device.attributes["gpu.example.com"].healthy',
  ])("accept %s", async (expression) => {
    const { status, text } = await server.request("POST", `${CLASSES}?dryRun=All`, { body: classOf("c", expression) });
    expect({ status, text: status === 201 ? "" : text }).toEqual({ status: 201, text: "" });
  });

  it.each<[string, string]>([
    ["device.", `${at}: Invalid value: "device.": compilation failed: ERROR: <input>:1:8: Syntax error: `],
    ["gpu", `${at}: Invalid value: "gpu": compilation failed: ERROR: <input>:1:1: undeclared reference to 'gpu'`],
    ["device.colour", `${at}: Invalid value: "device.colour": compilation failed: ERROR: <input>:1:7: undefined field`],
    ["device.driver", `${at}: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string`],
    ["x".repeat(10 * 1024 + 1), `${at}: Too long: may not be more than 10240 bytes`],
  ])("refuse %.20s", async (expression, message) => {
    const { status, body } = await server.request("POST", CLASSES, { body: classOf("c", expression) });
    expect(status).toBe(422);
    expect(String(body["message"])).toContain(`DeviceClass.resource.k8s.io "c" is invalid: ${message}`);
  });

  it("must stay within the cost limit for any device", async () => {
    const all =
      'device.attributes["a"].all(a, device.attributes["b"].all(b, device.attributes["c"].all(c, a == b && b == c)))';
    const { status, body } = await server.request("POST", CLASSES, { body: classOf("c", `[1,2,3].all(x, ${all})`) });
    expect(status === 201 ? "it may" : body["message"]).toBe(
      `DeviceClass.resource.k8s.io "c" is invalid: ${at}: Forbidden: too complex, exceeds cost limit`,
    );
  });

  it("are validated again when they change", async () => {
    const name = "changing";
    expect((await server.request("POST", CLASSES, { body: classOf(name, "true") })).status).toBe(201);
    const patch = (spec: object) => server.request("PATCH", `${CLASSES}/${name}`, { headers: MERGE, body: { spec } });
    const changed = await patch({ selectors: select("true", "1 + 1") });
    expect(changed.status).toBe(422);
    expect(String(changed.body["message"])).toContain("spec.selectors[1].cel.expression: Invalid value: ");
    const raised = await patch({ selectors: select("false") });
    expect(raised.body.metadata.generation).toBe(2);
  });
});

describe("selectors of a claim", () => {
  it("are validated on creation, and in an update that changes them, although a claim is immutable", async () => {
    const wrong = await server.request("POST", CLAIMS, { body: claimOf("x", "1") });
    expect(wrong.body["message"]).toBe(
      'ResourceClaim.resource.k8s.io "x" is invalid: spec.devices.requests[0].selectors[0].cel.expression: Invalid value: "1": must evaluate to bool or the unknown type, not int',
    );
    expect((await server.request("POST", CLAIMS, { body: claimOf("x", "true") })).status).toBe(201);
    const { status, body } = await server.request("PUT", `${CLAIMS}/x`, { body: claimOf("x", "1") });
    expect(status).toBe(422);
    expect(String(body["message"])).toMatch(
      /^ResourceClaim\.resource\.k8s\.io "x" is invalid: \[spec: Invalid value: resource\.ResourceClaimSpec\{Devices:resource\.DeviceClaim\{.*Selectors:\[\]resource\.DeviceSelector\{resource\.DeviceSelector\{CEL:\(\*resource\.CELDeviceSelector\)\(0xc[0-9a-f]*\)\}\}, AllocationMode:"ExactCount", Count:1, AdminAccess:\(\*bool\)\(nil\)\}\}.*: field is immutable, spec\.devices\.requests\[0\]\.selectors\[0\]\.cel\.expression: Invalid value: "1": .*\]$/,
    );
  });
});
