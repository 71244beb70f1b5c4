import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMap, core, deployment } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const maps = core("default", "configmaps");
const entry = (more: object = {}) => ({
  manager: "given",
  operation: "Update",
  apiVersion: "v1",
  time: "2020-01-01T02:00:00+02:00",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { "f:other": { ".": {} } } },
  ...more,
});
const stored = { ...entry(), time: "2020-01-01T00:00:00Z", fieldsV1: { "f:data": { "f:other": {} } } };

describe("managedFields that a client sends", () => {
  const create = async (name: string, managedFields: unknown) => {
    const map = configMap(name, { a: "1" });
    const body = { ...map, metadata: { ...map.metadata, managedFields } };
    return server.request("POST", `${maps}?fieldManager=m`, { body });
  };

  it("are used at creation, with a time in UTC and fields in canonical form", async () => {
    const { status, body } = await create("created", [entry()]);
    expect(status).toBe(201);
    const own = { "f:data": { ".": {}, "f:a": {} } };
    expect(body.metadata.managedFields).toMatchObject([stored, { manager: "m", fieldsV1: own }]);
    expect((await server.request("GET", `${maps}/created`)).body.metadata).toEqual(body.metadata);
  });

  it("are validated", async () => {
    const long = "x".repeat(129);
    const { status, body } = await create("invalid", [
      entry({ manager: long }),
      entry({ manager: "a\u0007", subresource: "s".repeat(257) }),
    ]);
    expect(status).toBe(422);
    const at = "metadata.managedFields";
    expect(body["details"]?.causes?.map(({ field, message }) => [field, message])).toEqual([
      [`${at}[0].manager`, expect.stringContaining("invalid character U+0007 (at position 1)")],
      [`${at}[0].subresource`, "Too long: may not be more than 256 bytes"],
      [`${at}[1].manager`, "Too long: may not be more than 128 bytes"],
    ]);
  });

  it("are ignored when one of them cannot be decoded", async () => {
    const bad = [{ operation: "Own" }, { apiVersion: "" }, { fieldsType: "V2" }, { fieldsV1: { x: {} } }];
    for (const [i, more] of [...bad, { fieldsV1: "f:data" }].entries()) {
      const { status, body } = await create(`ignored-${i}`, [entry(), entry({ manager: "bad", ...more })]);
      expect([status, body.metadata.managedFields?.map(({ manager }) => manager)]).toEqual([201, ["m"]]);
    }
  });

  it("replace the stored ones in updates and patches, but not through subresources", async () => {
    const path = "/apis/apps/v1/namespaces/default/deployments";
    await server.request("POST", `${path}?fieldManager=m`, { body: deployment("web") });
    const given = entry({ apiVersion: "apps/v1", fieldsV1: { "f:spec": { "f:paused": { ".": {} } } } });
    const managers = async (at: string, contentType: string, body: unknown) => {
      const headers = { "content-type": contentType };
      const answer = await server.request("PATCH", `${path}/web${at}`, { headers, body });
      expect(answer.status).toBe(200);
      const { body: now } = await server.request("GET", `${path}/web`);
      return now.metadata.managedFields?.map(({ manager }) => manager);
    };
    const merged = { metadata: { managedFields: [given] } };
    for (const at of ["/status", "/scale"]) {
      expect(await managers(at, "application/merge-patch+json", merged)).toEqual(["m"]);
    }
    expect(await managers("", "application/merge-patch+json", merged)).toEqual(["given"]);
    const second = { op: "add", path: "/metadata/managedFields/-", value: { ...given, manager: "second" } };
    expect(await managers("", "application/json-patch+json", [second])).toEqual(["given", "second"]);
    const third = { metadata: { managedFields: [{ ...given, manager: "third" }] } };
    expect(await managers("", "application/strategic-merge-patch+json", third)).toEqual(["third"]);
    expect(
      await managers("", "application/json-patch+json", [{ op: "remove", path: "/metadata/managedFields" }]),
    ).toEqual(["third"]);
  });

  it("must not be in an applied configuration", async () => {
    const apply = async (managedFields: unknown) => {
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied", managedFields } };
      const headers = { "content-type": "application/apply-patch+yaml" };
      return server.request("PATCH", `${maps}/applied?fieldManager=m`, { headers, body });
    };
    for (const given of [[], [{}], [entry()]]) {
      const { status, body } = await apply(given);
      expect([status, body["message"]]).toEqual([400, "metadata.managedFields must be nil"]);
    }
    for (const [given, problem] of [
      ["text", ": expected list, got &{text}"],
      [[1], "[0]: expected map, got &{1}"],
    ] as const) {
      const { status, body } = await apply(given);
      const object = "/applied; /v1, Kind=ConfigMap";
      const message = `failed to create typed patch object (${object}): .metadata.managedFields${problem}`;
      expect([status, body["message"]]).toEqual([500, message]);
    }
    expect((await apply(null)).status).toBe(201);
  });
});
