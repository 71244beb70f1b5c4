import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseJson } from "../../../shared/json/parseJson.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";

const LARGE = "9007199254740993";
const LARGEST = "9223372036854775807";
const GROUP = "numbers.example.com";
const THINGS = `/apis/${GROUP}/v1/namespaces/default/things`;
const PODS = "/api/v1/namespaces/default/pods";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                spec: {
                  type: "object",
                  "x-kubernetes-preserve-unknown-fields": true,
                  properties: {
                    size: { type: "integer", format: "int64" },
                    small: { type: "integer", maximum: 10 },
                    preset: { type: "integer", default: "LARGE" },
                  },
                },
              },
            },
          },
        },
      ],
    },
  };
  const created = await server.request("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    body: JSON.stringify(definition).replace('"LARGE"', LARGE),
  });
  expect(created.status).toBe(201);
});
afterAll(() => server.stop());

const thing = (name: string, spec: string): string =>
  `{"apiVersion":"${GROUP}/v1","kind":"Thing","metadata":{"name":"${name}"},"spec":${spec}}`;
const merge = { "content-type": "application/merge-patch+json" };
/** The spec of an answer, without additions by the schema. */
function spec(text: string): unknown {
  const { preset: _, ...rest } = (parseJson(text) as { spec: { preset?: unknown } }).spec;
  return rest;
}

describe("integers beyond 2^53", () => {
  it("are exact in custom resources, in any encoding", async () => {
    const wanted = { free: [{ deep: 9007199254740993n }], size: 9223372036854775807n };
    const created = await server.request("POST", THINGS, {
      body: thing("a", `{"size":${LARGEST},"free":[{"deep":${LARGE}}]}`),
    });
    expect(created.status).toBe(201);
    expect(spec(created.text)).toEqual(wanted);
    expect(spec((await server.request("GET", `${THINGS}/a`)).text)).toEqual(wanted);
    expect((await server.request("GET", THINGS)).text).toContain(`"size":${LARGEST}`);
    const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    expect((await server.request("GET", THINGS, { headers: table })).text).toContain(`"cells":["a",${LARGEST}]`);
    const yaml = await server.request("GET", `${THINGS}/a`, { headers: { accept: "application/yaml" } });
    expect(yaml.text).toContain(`size: ${LARGEST}\n`);
    const put = await server.request("PUT", `${THINGS}/a`, {
      body: yaml.text.replace(LARGEST, LARGE),
      headers: { "content-type": "application/yaml" },
    });
    expect(spec(put.text)).toEqual({ ...wanted, size: 9007199254740993n });
  });

  it("are exact in every patch type", async () => {
    await server.request("POST", THINGS, { body: thing("p", `{"size":${LARGE}}`) });
    const patched = async (type: string, body: string, query = ""): Promise<unknown> =>
      spec((await server.request("PATCH", `${THINGS}/p${query}`, { body, headers: { "content-type": type } })).text);
    expect(await patched("application/merge-patch+json", '{"spec":{"x":1}}')).toEqual({
      size: 9007199254740993n,
      x: 1,
    });
    const operations = `[{"op":"test","path":"/spec/size","value":${LARGE}},{"op":"replace","path":"/spec/x","value":${LARGEST}}]`;
    expect(await patched("application/json-patch+json", operations)).toMatchObject({ x: 9223372036854775807n });
    const applied = thing("p", `{"y":-${LARGE}}`);
    expect(await patched("application/apply-patch+yaml", applied, "?fieldManager=m")).toMatchObject({
      size: 9007199254740993n,
      y: -9007199254740993n,
    });
  });

  it("are exact in built-in kinds and in protobuf", async () => {
    await server.request("POST", "/api/v1/namespaces/default/serviceaccounts", {
      body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } },
    });
    const pod = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"tolerations":[{"operator":"Exists","tolerationSeconds":${LARGE},"effect":"NoExecute"}],"containers":[{"name":"c","image":"x"}]}}`;
    const created = await server.request("POST", PODS, { body: pod });
    expect(created.text).toContain(`"tolerationSeconds":${LARGE}`);
    const binary = { accept: "application/vnd.kubernetes.protobuf" };
    const { bytes } = await server.request("GET", `${PODS}/p`, { headers: binary });
    const put = await server.request("PUT", `${PODS}/p`, {
      body: bytes,
      headers: { "content-type": "application/vnd.kubernetes.protobuf" },
    });
    expect(put.text).toContain(`"tolerationSeconds":${LARGE}`);
    const strategic = { "content-type": "application/strategic-merge-patch+json" };
    const labelled = await server.request("PATCH", `${PODS}/p`, {
      body: '{"metadata":{"labels":{"a":"b"}}}',
      headers: strategic,
    });
    expect(labelled.text).toContain(`"tolerationSeconds":${LARGE}`);
  });

  it("are accepted and kept as grace periods", async () => {
    const pod = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"g"},"spec":{"nodeName":"n","containers":[{"name":"c","image":"x"}]}}`;
    await server.request("POST", PODS, { body: pod });
    const body = `{"apiVersion":"v1","kind":"DeleteOptions","gracePeriodSeconds":${LARGEST}}`;
    const deleted = await server.request("DELETE", `${PODS}/g`, { body });
    expect(deleted.status).toBe(200);
    expect(deleted.text).toContain(`"deletionGracePeriodSeconds":${LARGEST}`);
  });

  it("are validated against the schema and the type", async () => {
    const large = await server.request("POST", THINGS, { body: thing("b", `{"small":${LARGE}}`) });
    expect(large.body.message).toContain(
      `spec.small: Invalid value: ${LARGE}: spec.small in body should be less than or equal to 10`,
    );
    const pod = (seconds: string): string =>
      `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"q"},"spec":{"activeDeadlineSeconds":${seconds},"containers":[{"name":"c","image":"x"}]}}`;
    for (const seconds of ["9223372036854775808", "1.0", "1e3"]) {
      expect((await server.request("POST", PODS, { body: pod(seconds) })).body.message).toBe(
        `Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal number ${seconds} into Go struct field PodSpec.spec.activeDeadlineSeconds of type int64`,
      );
    }
  });

  it("are reported with their original text in patches of built-in kinds", async () => {
    const path = "/api/v1/namespaces/default/replicationcontrollers";
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "x" }] } };
    const body = { apiVersion: "v1", kind: "ReplicationController", metadata: { name: "r" }, spec: { template } };
    expect((await server.request("POST", path, { body })).status).toBe(201);
    const message = async (text: string, type: string): Promise<string | undefined> =>
      (
        await server.request("PATCH", `${path}/r`, {
          body: text,
          headers: { "content-type": `application/${type}-patch+json` },
        })
      ).body.message;
    const detail =
      "json: cannot unmarshal number 1.0 into Go struct field ReplicationControllerSpec.spec.replicas of type int32";
    for (const refused of [
      await message('{"spec":{"replicas":1.0}}', "merge"),
      await message('[{"op":"replace","path":"/spec/replicas","value":1.0}]', "json"),
    ]) {
      expect(refused).toContain(detail);
      expect(refused).toContain('\\"replicas\\":1.0,');
    }
    expect(await message('{"spec":{"replicas":1.0}}', "strategic-merge")).toBeUndefined();
  });

  it("can be defaults, which are published exactly", async () => {
    const created = await server.request("POST", THINGS, { body: thing("d", "{}") });
    expect(created.text).toContain(`"spec":{"preset":${LARGE}}`);
    const published = await server.request("GET", `/openapi/v3/apis/${GROUP}/v1`);
    expect(published.text).toContain(`"default":${LARGE}`);
    expect((await server.request("GET", "/openapi/v2")).status).toBe(200);
  });

  it("become doubles when they exceed 64 bits, and are printed as such", async () => {
    const body = thing("c", '{"huge":9223372036854775808,"one":1.0,"tiny":1e-7,"big":1e21}');
    const created = await server.request("POST", THINGS, { body });
    expect(created.text).toContain('"one":1,"tiny":1e-7,');
    expect(created.text).toContain('"spec":{"big":1e+21,"huge":9223372036854776000,');
  });

  it("keep their original text in quantities written as numbers", async () => {
    const quota = '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"q"},"spec":{"hard":{"pods":1e3}}}';
    const created = await server.request("POST", "/api/v1/namespaces/default/resourcequotas", { body: quota });
    expect(created.text).toContain('"hard":{"pods":"1e3"}');
  });
});

it("survive a restart", async () => {
  const dataDir = await temporaryFolder();
  try {
    const first = await startTestServer({ dataDir });
    const volumes = "/api/v1/persistentvolumes";
    const volume = `{"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"v"},"spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],"hostPath":{"path":"/x"},"nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"a","operator":"Gt","values":["${LARGEST}"]}]}]}}}}`;
    expect((await first.request("POST", volumes, { body: volume })).status).toBe(201);
    const revision = `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"r"},"revision":${LARGEST},"data":{"any":[${LARGE}]}}`;
    const revisions = "/apis/apps/v1/namespaces/default/controllerrevisions";
    expect((await first.request("POST", revisions, { body: revision })).status).toBe(201);
    await first.stop();
    const second = await startTestServer({ dataDir });
    try {
      const { text } = await second.request("GET", `${revisions}/r`);
      expect(text).toContain(`"data":{"any":[${LARGE}]}`);
      expect(text).toContain(`"revision":${LARGEST}`);
      expect((await second.request("GET", `${volumes}/v`)).text).toContain(`"${LARGEST}"`);
    } finally {
      await second.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe("precedence of errors", () => {
  it("a missing object is reported before an invalid patch", async () => {
    const path = "/api/v1/namespaces/default/configmaps/none";
    expect((await server.request("PATCH", path, { body: "{", headers: merge })).status).toBe(404);
  });

  it("invalid patches are reported with the message of their parser", async () => {
    const path = "/api/v1/namespaces/default/configmaps/m";
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m" } };
    await server.request("POST", "/api/v1/namespaces/default/configmaps", { body });
    const message = async (query: string, text: string, type = "merge-patch+json"): Promise<string | undefined> =>
      (await server.request("PATCH", path + query, { body: text, headers: { "content-type": `application/${type}` } }))
        .body.message;
    expect(await message("", "null")).toBe("Invalid JSON Patch");
    expect(await message("?fieldValidation=Ignore", "{")).toBe("Invalid JSON Patch");
    expect(await message("?fieldValidation=Ignore", "[", "json-patch+json")).toBe("unexpected end of JSON input");
    expect(await message("", '{"data":{"a":["<"]}}', "strategic-merge-patch+json")).toBe(
      ' "" is invalid: patch: Invalid value: "map[data:map[a:[<]]]": unrecognized type: string',
    );
    expect(await message("", '{"data":{"a":1}}', "strategic-merge-patch+json")).toBe(
      ' "" is invalid: patch: Invalid value: "map[data:map[a:1]]": cannot convert int64 to string',
    );
    expect(await message("", '{"data":"<"}')).toContain('\\"data\\":\\"\\\\u003c\\"');
  });
});
