import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const maps = core("default", "configmaps");

beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", maps, { body: configMap("a", { k: "v" }) });
});
afterAll(() => server.stop());
afterEach(async () => {
  expect((await server.request("GET", "/livez")).text).toBe("ok");
});

const post = (body: string | Uint8Array, type = "json"): Promise<TestAnswer> =>
  server.request("POST", maps, { body, headers: { "content-type": `application/${type}` } });
const patch = (body: string, type: string, query = ""): Promise<TestAnswer> =>
  server.request("PATCH", `${maps}/a${query}`, { body, headers: { "content-type": `application/${type}` } });

describe("hostile bodies", () => {
  it("with excessive nesting are refused at once", async () => {
    const deep = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
    const began = performance.now();
    const answers = [
      await post(deep),
      await post("[".repeat(1_000_000)),
      await patch(deep, "merge-patch+json"),
      await patch(deep, "strategic-merge-patch+json"),
      await server.request("DELETE", `${maps}/a`, { body: deep }),
    ];
    for (const answer of answers) expect([answer.status, answer.body.message]).toEqual([400, "exceeded max depth"]);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  it("with exponential YAML aliases are refused", async () => {
    const levels = [..."bcdefghi"].map((name, i) => `${name}: &${name} [${`*${"abcdefgh"[i]},`.repeat(9)}]`);
    const answer = await post(["a: &a [x,x,x,x,x,x,x,x,x]", ...levels].join("\n"), "yaml");
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain("yaml: document contains excessive aliasing");
  });

  it("with names of inherited object members are treated as plain data", async () => {
    const made = await post('{"metadata":{"name":"names"},"data":{"constructor":"c","toString":"t"}}');
    expect([made.status, made.body["data"]]).toEqual([201, { constructor: "c", toString: "t" }]);
    await post('{"metadata":{"name":"proto"},"data":{"__proto__":"p"}}');
    expect(({} as Record<string, unknown>)["p"]).toBeUndefined();
    for (const path of ["/api/v1/__proto__", `${maps}/a/constructor`, `${maps}/__proto__`]) {
      expect((await server.request("GET", path)).status).toBe(404);
    }
    expect((await server.request("GET", `${maps}?fieldSelector=constructor%3Dx`)).status).toBe(400);
  });

  it("with unusual characters are stored unchanged", async () => {
    const data = { nul: "\u0000", emoji: "😀", separator: "\u2028", quote: '"\\' };
    const made = await post(JSON.stringify({ metadata: { name: "odd" }, data }));
    expect(made.status).toBe(201);
    expect((await server.request("GET", `${maps}/odd`)).body["data"]).toEqual(data);
  });
});

describe("bodies of the wrong shape", () => {
  it.each([
    ["null", "merge-patch+json", 400],
    ["[]", "merge-patch+json", 400],
    ['"x"', "merge-patch+json", 400],
    ["", "merge-patch+json", 400],
    ['{"metadata":null}', "merge-patch+json", 400],
    ['{"metadata":"x"}', "merge-patch+json", 422],
    ['{"data":{"k":5}}', "merge-patch+json", 422],
    ["{}", "json-patch+json", 400],
    ["[1,null]", "json-patch+json", 400],
    ['[{"op":"replace","path":"","value":[5]}]', "json-patch+json", 400],
    ['[{"op":"dance","path":"/data"}]', "json-patch+json", 422],
    ["[]", "strategic-merge-patch+json", 400],
    ["null", "apply-patch+yaml", 400],
    ["{}", "apply-patch+yaml", 400],
    ["a: [", "apply-patch+yaml", 400],
  ])("a patch %s as %s is refused", async (body, type, status) => {
    const answer = await patch(body, type, type.startsWith("apply") ? "?fieldManager=m" : "");
    expect([answer.status, answer.body.kind]).toEqual([status, "Status"]);
    expect(answer.body.reason).not.toBe("InternalError");
  });

  it.each([
    ["{", "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    ["[1]", "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct"],
    [
      '{"gracePeriodSeconds":"x"}',
      "json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64",
    ],
    ['{"kind":"Pod","apiVersion":"v1"}', 'no kind "Pod" is registered for version "v1"'],
  ])("delete options %s are refused, and the object is kept", async (body, message) => {
    const answer = await server.request("DELETE", `${maps}/a`, { body });
    expect(answer.status).toBe(500);
    expect(answer.body.message).toContain(message);
    expect((await server.request("GET", `${maps}/a`)).status).toBe(200);
  });

  it("forged continue tokens are refused", async () => {
    const token = (rv: number): string =>
      Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv, start: "default/a\0" })).toString("base64url");
    const ask = (text: string): Promise<TestAnswer> => server.request("GET", `${maps}?limit=1&continue=${text}`);
    expect((await ask(token(99_999_999))).body.message).toContain("Too large resource version: 99999999, current: ");
    expect((await ask(token(1.5))).status).toBe(400);
    expect((await ask(token(-1))).status).toBe(200);
    const outside = Buffer.from('{"v":"meta.k8s.io/v1","rv":-1,"start":"../other/a\\u0000"}').toString("base64url");
    expect((await ask(outside)).status).toBe(400);
  });

  it.each([
    ['{"v":"meta.k8s.io/v2","rv":1,"start":"a"}', "server does not recognize this encoded version"],
    ['{"v":"meta.k8s.io/v1","rv":0,"start":"a"}', "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"],
    ['{"v":"meta.k8s.io/v1","rv":1}', "encoded start key empty (version meta.k8s.io/v1)"],
  ])("reports what is wrong with the continue token %s", async (token, detail) => {
    const answer = await server.request("GET", `${maps}?continue=${Buffer.from(token).toString("base64url")}`);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      `invalid continue token: continue key is not valid: ${detail}`,
    ]);
  });

  it("a wrong type of an int-or-string field is reported without its position", async () => {
    const body = { metadata: { name: "a" }, spec: { strategy: { rollingUpdate: { maxSurge: { a: 1 } } } } };
    const answer = await server.request("POST", "/apis/apps/v1/namespaces/default/deployments", { body });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal object into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32',
    ]);
  });
});

it("empty path segments are refused, except at the end of a path", async () => {
  expect((await server.request("GET", `${maps}//`)).body.kind).toBe("ConfigMapList");
  expect((await server.request("GET", maps.replace("/default/", "//default/"))).status).toBe(404);
});

it("unknown methods get 405", async () => {
  for (const method of ["OPTIONS", "PURGE", "HEAD"]) {
    expect((await server.request(method, `${maps}/a`)).status).toBe(405);
  }
});

it("impersonation headers are found after any number of headers", async () => {
  const many = Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`x-${i}`, "1"]));
  const { status, body } = await server.request("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    body: {},
    headers: { ...many, "impersonate-user": "bob" },
  });
  expect([status, body["status"]]).toMatchObject([201, { userInfo: { username: "bob" } }]);
});
