import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type HookServer, startHookServer } from "../../access/webhook/testing/hookServer.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const GROUP = "/apis/admissionregistration.k8s.io/v1alpha1";
const POLICIES = `${GROUP}/mutatingadmissionpolicies`;
const BINDINGS = `${GROUP}/mutatingadmissionpolicybindings`;
const HOOKS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
const MAPS = core("dev", "configmaps");
const RULE = { operations: ["CREATE", "UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    featureGates: { MutatingAdmissionPolicy: "true", APIServerIdentity: "false" },
    runtimeConfig: { "admissionregistration.k8s.io/v1alpha1": "true" },
  });
  await send("POST", "/api/v1/namespaces", namespace("dev"));
  await send("POST", core("dev", "serviceaccounts"), { metadata: { name: "default" } });
});
afterEach(async () => {
  for (const path of [BINDINGS, POLICIES, HOOKS, MAPS]) await server.request("DELETE", path);
});
afterAll(() => server.stop());

async function send(method: string, path: string, body: object) {
  const answer = await server.request(method, path, { body });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
}

const configuration = (expression: string) => ({ patchType: "ApplyConfiguration", applyConfiguration: { expression } });
const patch = (expression: string) => ({ patchType: "JSONPatch", jsonPatch: { expression } });

/** Creates and binds a policy for config maps. */
async function enforce(name: string, mutations: object[], spec: object = {}, binding: object = {}): Promise<void> {
  const constraints = { resourceRules: [RULE] };
  await send("POST", POLICIES, {
    metadata: { name },
    spec: { matchConstraints: constraints, failurePolicy: "Fail", reinvocationPolicy: "Never", mutations, ...spec },
  });
  await send("POST", BINDINGS, { metadata: { name }, spec: { policyName: name, ...binding } });
}

const create = (name: string, data: Record<string, string> = {}) =>
  server.request("POST", MAPS, { body: configMap(name, data) });

describe("apply configurations", () => {
  it("are merged into the written object, field by field", async () => {
    await enforce("label", [
      configuration(
        "Object{metadata: Object.metadata{labels: {'made-by': request.userInfo.username}}, data: {'b': '2'}}",
      ),
    ]);
    const { status, body } = await create("x", { a: "1" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ metadata: { labels: { "made-by": "admin" } }, data: { a: "1", b: "2" } });
    expect(body.metadata.managedFields).toHaveLength(1);
  });

  it("merge lists by key, and may not change atomic lists", async () => {
    const pods = { resourceRules: [{ ...RULE, resources: ["pods"] }] };
    await enforce(
      "sidecar",
      [
        configuration(
          "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'sidecar', image: 'sidecar:1'}]}}",
        ),
      ],
      { matchConstraints: pods },
    );
    const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "main", image: "main:1" }] } };
    const made = await server.request("POST", `${core("dev", "pods")}?dryRun=All`, { body: pod });
    expect(made.status).toBe(201);
    const { containers } = made.body["spec"] as { containers: { name: string; terminationMessagePath: string }[] };
    expect(containers.map(({ name }) => name).sort()).toEqual(["main", "sidecar"]);
    for (const { terminationMessagePath } of containers) expect(terminationMessagePath).toBe("/dev/termination-log");

    await server.request("DELETE", `${POLICIES}/sidecar`);
    await send("POST", POLICIES, {
      metadata: { name: "sidecar" },
      spec: {
        matchConstraints: pods,
        failurePolicy: "Fail",
        reinvocationPolicy: "Never",
        mutations: [
          configuration(
            "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'main', args: ['--help']}]}}",
          ),
        ],
      },
    });
    const refused = await server.request("POST", `${core("dev", "pods")}?dryRun=All`, { body: pod });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      reason: "Invalid",
      message:
        "policy 'sidecar' with binding 'sidecar' denied request: error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.containers[0].args",
    });
  });

  it("report wrong types and unknown fields", async () => {
    await enforce("wrong", [configuration("Object{metadata: Object.spec{}}"), configuration("Object{unknown: 1}")]);
    const { status, body } = await create("x");
    expect(status).toBe(403);
    expect(body["details"]).toMatchObject({
      name: "x",
      kind: "configmaps",
      causes: [
        {
          message:
            "policy 'wrong' with binding 'wrong' denied request: type mismatch: unexpected type name \"Object.spec\", expected \"Object.metadata\", which matches field name path from root Object type",
        },
        {
          message:
            "policy 'wrong' with binding 'wrong' denied request: error applying patch: failed to convert patch object to typed object: .unknown: field not declared in schema",
        },
      ],
    });
  });

  it("apply to custom resources, too", async () => {
    await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: "things.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "things", kind: "Thing", singular: "thing", listKind: "ThingList" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: {
                  spec: {
                    type: "object",
                    properties: { size: { type: "integer" }, colour: { type: "string", default: "red" } },
                  },
                },
              },
            },
          },
        ],
      },
    });
    const things = "/apis/example.com/v1/namespaces/dev/things";
    await expect.poll(async () => (await server.request("GET", things)).status).toBe(200);
    await enforce("size", [configuration("Object{spec: Object.spec{size: 3}}")], {
      matchConstraints: { resourceRules: [{ ...RULE, apiGroups: ["example.com"], resources: ["things"] }] },
    });
    const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "t" } };
    expect((await send("POST", things, thing))["spec"]).toEqual({ size: 3, colour: "red" });
  });
});

describe("JSON patches", () => {
  it("are applied in order, each to the result of the previous one", async () => {
    await enforce("patch", [
      patch("[JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey('x'), value: 'new'}]"),
      patch("[JSONPatch{op: 'copy', from: '/data/x', path: '/data/y'}, JSONPatch{op: 'remove', path: '/data/a'}]"),
    ]);
    const { body } = await create("x", { a: "1" });
    expect(body["data"]).toEqual({ x: "new", y: "new" });
  });

  it("change nothing when a test fails, and refuse the request when another operation fails", async () => {
    await enforce("tested", [
      patch("[JSONPatch{op: 'add', path: '/data/b', value: '2'}, JSONPatch{op: 'test', path: '/data/a', value: 'no'}]"),
    ]);
    expect((await create("x", { a: "1" })).body["data"]).toEqual({ a: "1" });
    await server.request("DELETE", `${POLICIES}/tested`);
    await enforce("failing", [patch("[JSONPatch{op: 'remove', path: '/data/none'}]")]);
    const { status, body } = await create("y", { a: "1" });
    expect([status, body.message]).toEqual([
      403,
      "policy 'failing' with binding 'failing' denied request: JSONPath: error in remove for path: '/data/none': Unable to remove nonexistent key: none: missing value",
    ]);
  });
});

describe("input of policies", () => {
  it("includes variables, parameters, the namespace and authorization checks", async () => {
    await send("POST", core("dev", "secrets"), { metadata: { name: "param" }, stringData: { key: "value" } });
    await enforce(
      "all",
      [
        patch(
          "[JSONPatch{op: 'add', path: '/data', value: {'namespace': namespaceObject.metadata.name, 'param': string(variables.param), 'may': string(authorizer.group('').resource('pods').check('get').allowed())}}]",
        ),
      ],
      {
        paramKind: { apiVersion: "v1", kind: "Secret" },
        variables: [{ name: "param", expression: "params.data.key" }],
      },
      { paramRef: { name: "param", parameterNotFoundAction: "Deny" } },
    );
    expect((await create("x")).body["data"]).toEqual({ namespace: "dev", param: "dmFsdWU=", may: "true" });
    await server.request("DELETE", core("dev", "secrets/param"));
    const refused = await create("y");
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      403,
      "Forbidden",
      "policy 'all' with binding 'all' denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    ]);
  });

  it("is limited to objects that match the conditions", async () => {
    await enforce("some", [patch("[JSONPatch{op: 'add', path: '/data/some', value: 'yes'}]")], {
      matchConditions: [{ name: "wanted", expression: "object.data.want == 'yes'" }],
    });
    expect((await create("x", { want: "yes" })).body["data"]).toEqual({ want: "yes", some: "yes" });
    expect((await create("y", { want: "no" })).body["data"]).toEqual({ want: "no" });
    expect((await create("z", {})).body.message).toContain("no such key: data");
  });

  it("may cause errors that are ignored with failure policy Ignore", async () => {
    await enforce("lenient", [patch("[JSONPatch{op: 'add', path: '/data/none', value: object.none}]")], {
      failurePolicy: "Ignore",
    });
    expect((await create("x", { a: "1" })).body["data"]).toEqual({ a: "1" });
  });
});

it("evaluates long expressions in a worker", async () => {
  const digits = "[0,1,2,3,4,5,6,7,8,9]";
  const loop = `${digits}.all(a, ${digits}.all(b, ${digits}.all(c, ${digits}.all(d, a + b + c + d >= 0))))`;
  await enforce("long", [patch(`[JSONPatch{op: 'add', path: '/data/long', value: string(${loop})}]`)]);
  expect((await create("x", { a: "1" })).body["data"]).toEqual({ a: "1", long: "true" });
});

describe("order of mutation", () => {
  const add = (value: string) =>
    patch(`[JSONPatch{op: 'replace', path: '/data/trace', value: object.data.trace + '${value}'}]`);

  it("policies apply by name; reinvocation policy IfNeeded applies one again after later changes", async () => {
    await enforce("a", [add("a")], { reinvocationPolicy: "IfNeeded" });
    await enforce("b", [add("b")]);
    expect((await create("x", { trace: "" })).body["data"]).toEqual({ trace: "aba" });
  });

  it("policies precede webhooks, and see their changes on reinvocation", async () => {
    const hook: HookServer = await startHookServer();
    try {
      const seen: unknown[] = [];
      hook.answer(async ({ body }) => {
        const { uid, object } = body["request"] as { uid: string; object: { data: { trace: string } } };
        seen.push(object.data.trace);
        const change = [{ op: "add", path: "/data/trace", value: `${object.data.trace}w` }];
        return {
          apiVersion: "admission.k8s.io/v1",
          kind: "AdmissionReview",
          response: {
            uid,
            allowed: true,
            patchType: "JSONPatch",
            patch: Buffer.from(JSON.stringify(change)).toString("base64"),
          },
        };
      });
      await send("POST", HOOKS, {
        metadata: { name: "h" },
        webhooks: [
          {
            name: "h.example.com",
            clientConfig: { url: hook.url, caBundle: Buffer.from(hook.ca).toString("base64") },
            rules: [RULE],
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
          },
        ],
      });
      await enforce("a", [add("a")], { reinvocationPolicy: "IfNeeded" });
      expect((await create("x", { trace: "" })).body["data"]).toEqual({ trace: "awa" });
      expect(seen).toEqual(["a"]);
    } finally {
      await hook.stop();
    }
  });
});

it("does not apply to access reviews and to policies themselves", async () => {
  await enforce("everything", [patch("[JSONPatch{op: 'remove', path: '/none'}]")], {
    matchConstraints: { resourceRules: [{ ...RULE, apiGroups: ["*"], resources: ["*"] }] },
  });
  expect((await create("x")).status).toBe(403);
  const review = { spec: { resourceAttributes: { verb: "get", resource: "pods" } } };
  const asked = await server.request("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    body: review,
  });
  expect(asked.status).toBe(201);
  expect((await server.request("DELETE", `${POLICIES}/everything`)).status).toBe(200);
});

it("counts successful and failed mutations", async () => {
  await enforce("counted", [patch("[JSONPatch{op: 'remove', path: '/data/a'}]")]);
  await create("x", { a: "1" });
  await create("y", {});
  const { text } = await server.request("GET", "/metrics");
  const line = (type: string) =>
    `apiserver_mutating_admission_policy_check_total{policy="counted",policy_binding="counted",error_type="${type}"} 1`;
  expect(text).toContain(line("no_error"));
  expect(text).toContain(line("invalid_error"));
});
