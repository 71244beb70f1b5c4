import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { POLICIES, type PolicyFixture, said, startPolicyFixture } from "./testing/policyFixture.ts";

let world: PolicyFixture;
beforeAll(async () => {
  world = await startPolicyFixture();
  const size = { type: "object", properties: { size: { type: "integer" } } };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: size } } };
  for (const [kind, scope] of [
    ["Widget", "Namespaced"],
    ["Limit", "Cluster"],
  ] as const) {
    const plural = `${kind.toLowerCase()}s`;
    await world.send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.example.com` },
      spec: {
        group: "example.com",
        scope,
        names: { plural, kind },
        versions: ["v1", "v2"].map((name) => ({ name, served: true, storage: name === "v1", schema })),
      },
    });
  }
});
afterEach(async () => {
  await world.reset();
  await world.server.request("DELETE", "/apis/example.com/v1/limits");
  await world.server.request("DELETE", WIDGETS);
});
afterAll(() => world.stop());

const WIDGETS = "/apis/example.com/v1/namespaces/dev/widgets";
const MAPS = { apiVersion: "v1", kind: "ConfigMap" };
const LIMITS = { apiVersion: "example.com/v1", kind: "Limit" };
/** Requires that `a` of a map equals the parameter's value. */
const asParam = {
  paramKind: MAPS,
  matchConditions: [{ name: "checked", expression: "object != null && object.metadata.name.startsWith('x')" }],
  validations: [{ expression: "params.data.a == object.data.a", messageExpression: "'a must be ' + params.data.a" }],
};
const named = { name: "p", parameterNotFoundAction: "Deny" };
const limit = (name: string, size: number, labels: object = {}): Promise<unknown> =>
  world.send("POST", "/apis/example.com/v1/limits", {
    apiVersion: "example.com/v1",
    kind: "Limit",
    metadata: { name, labels },
    spec: { size },
  });

describe("Parameter by name", () => {
  it("is looked up in the request's namespace", async () => {
    await world.create("p", { a: "1" });
    await world.create("p", { a: "2" }, "prod");
    await world.enforce(asParam, { paramRef: named });
    expect(said(await world.create("x", { a: "2" }))).toEqual([422, "a must be 1"]);
    expect((await world.create("x", { a: "1" })).status).toBe(201);
    expect((await world.create("x", { a: "2" }, "prod")).status).toBe(201);
  });

  it("is looked up in the binding's namespace with its current content", async () => {
    await world.create("p", { a: "2" }, "prod");
    await world.enforce(asParam, { paramRef: { ...named, namespace: "prod" } });
    expect(said(await world.create("x", { a: "1" }))).toEqual([422, "a must be 2"]);
    await world.send(
      "PATCH",
      "/api/v1/namespaces/prod/configmaps/p",
      { data: { a: "1" } },
      { "content-type": "application/merge-patch+json" },
    );
    expect((await world.create("x", { a: "1" })).status).toBe(201);
  });

  it("that is missing denies or allows the request", async () => {
    await world.enforce(asParam, { paramRef: named });
    const refused = await world.create("x", { a: "1" });
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      422,
      "Invalid",
      "configmaps \"x\" is forbidden: ValidatingAdmissionPolicy 'rule' with binding 'everywhere' denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    ]);
    await world.reset();
    await world.enforce({ ...asParam, failurePolicy: "Ignore" }, { paramRef: named });
    expect((await world.create("x", { a: "1" })).status).toBe(201);
    await world.reset();
    await world.enforce(asParam, { paramRef: { ...named, parameterNotFoundAction: "Allow" } });
    expect((await world.create("x", { a: "1" })).status).toBe(201);
  });

  it("may be a custom resource in the version of the paramKind", async () => {
    await limit("p", 3);
    const validations = [
      {
        expression:
          "size(object.data) <= params.spec.size && params.apiVersion == 'example.com/v2' && has(params.kind)",
      },
    ];
    await world.enforce({ paramKind: { ...LIMITS, apiVersion: "example.com/v2" }, validations }, { paramRef: named });
    expect((await world.create("x", { a: "1", b: "1", c: "1" })).status).toBe(201);
    expect((await world.create("y", { a: "1", b: "1", c: "1", d: "1" })).status).toBe(422);
  });
});

describe("Parameters by selector", () => {
  it("are all evaluated", async () => {
    for (const [name, size] of [
      ["one", 1],
      ["two", 2],
      ["other", 0],
    ] as const) {
      await limit(name, size, name === "other" ? {} : { use: "yes" });
    }
    const paramRef = { selector: { matchLabels: { use: "yes" } }, parameterNotFoundAction: "Deny" };
    const validations = [
      {
        expression: "size(object.data) <= params.spec.size",
        messageExpression: "'at most ' + string(params.spec.size)",
      },
    ];
    await world.enforce({ paramKind: LIMITS, validations }, { paramRef });
    expect((await world.create("x", { a: "1" })).status).toBe(201);
    expect(said(await world.create("y", { a: "1", b: "1" }))).toEqual([422, "at most 1"]);
    expect(said(await world.create("y", { a: "1", b: "1", c: "1" }))).toEqual([422, "at most 1"]);
  });
});

describe("Invalid parameter configuration", () => {
  const widgetRule = {
    operations: ["*"],
    apiGroups: ["example.com"],
    apiVersions: ["v1"],
    resources: ["widgets", "limits"],
  };
  const message = async (spec: object, paramRef: object): Promise<unknown> => {
    await world.enforce({ ...asParam, ...spec }, { paramRef });
    const answer = said(await world.create("x", { a: "1" }));
    await world.reset();
    return answer[1];
  };

  it("is reported", async () => {
    expect(await message({ paramKind: { apiVersion: "none.example.com/v1", kind: "None" } }, named)).toBe(
      "failed to configure policy: failed to find resource referenced by paramKind: 'none.example.com/v1, Kind=None'",
    );
    expect(await message({ paramKind: { apiVersion: "v1", kind: "None" } }, named)).toBe(
      "failed to configure policy: failed to find resource referenced by paramKind: '/v1, Kind=None'",
    );
    expect(await message({ paramKind: LIMITS }, { ...named, namespace: "dev" })).toBe(
      "failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`",
    );
  });

  it("is reported for namespaced parameters of a cluster-scoped request", async () => {
    await world.enforce(
      { matchConstraints: { resourceRules: [widgetRule] }, paramKind: MAPS, validations: [{ expression: "true" }] },
      { paramRef: named },
    );
    await expect(limit("x", 1)).rejects.toThrow(
      "failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
    );
  });

  it("yields null params if the binding has no paramRef", async () => {
    await world.enforce({ paramKind: MAPS, validations: [{ expression: "params == null" }] });
    expect((await world.create("x")).status).toBe(201);
  });
});

describe("Policy author", () => {
  it("must have permission to read the parameters", async () => {
    await world.send("POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles", {
      metadata: { name: "policies" },
      rules: [{ apiGroups: ["admissionregistration.k8s.io"], resources: ["*"], verbs: ["*"] }],
    });
    await world.send("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
      metadata: { name: "policies" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "policies" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }],
    });
    const resourceRules = [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }];
    const body = {
      metadata: { name: "rule" },
      spec: { paramKind: LIMITS, matchConstraints: { resourceRules }, validations: [{ expression: "true" }] },
    };
    const post = () => world.server.request("POST", POLICIES, { body, as: "alice" });
    const refused = await post();
    expect([refused.status, refused.body.details?.causes?.[0]]).toEqual([
      422,
      {
        reason: "FieldValueForbidden",
        message: `Forbidden: user &{alice 2 [dev qa system:authenticated] map[]} must have "get" permission on all objects of the referenced paramKind (kind=Limit, apiVersion=example.com/v1)`,
        field: "spec.paramKind",
      },
    ]);
    await world.send(
      "PATCH",
      "/apis/rbac.authorization.k8s.io/v1/clusterroles/policies",
      {
        rules: [
          { apiGroups: ["admissionregistration.k8s.io"], resources: ["*"], verbs: ["*"] },
          { apiGroups: ["example.com"], resources: ["limits"], verbs: ["get"] },
        ],
      },
      { "content-type": "application/merge-patch+json" },
    );
    expect((await post()).status).toBe(201);
  });
});

describe("Bindings", () => {
  it("restrict the scope of a policy", async () => {
    const matchResources = { namespaceSelector: { matchLabels: { env: "dev" } } };
    await world.enforce({ validations: [{ expression: "false" }] }, { matchResources });
    expect((await world.create("x")).status).toBe(422);
    expect((await world.create("x", {}, "prod")).status).toBe(201);
  });

  it("may exclude requests by name and by object labels", async () => {
    const rule = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] };
    const matchResources = {
      objectSelector: { matchExpressions: [{ key: "free", operator: "DoesNotExist" }] },
      excludeResourceRules: [{ ...rule, resourceNames: ["x"] }],
    };
    await world.enforce({ validations: [{ expression: "false" }] }, { matchResources });
    expect((await world.create("x")).status).toBe(201);
    expect((await world.create("y")).status).toBe(422);
    const free = { metadata: { name: "z", labels: { free: "yes" } } };
    expect((await world.server.request("POST", "/api/v1/namespaces/dev/configmaps", { body: free })).status).toBe(201);
  });
});

describe("Custom resources", () => {
  const widget = (version: string) => ({
    apiVersion: `example.com/${version}`,
    kind: "Widget",
    metadata: { name: "w" },
    spec: { size: 1 },
  });
  const rules = [{ operations: ["CREATE"], apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["widgets"] }];
  const validations = [
    {
      expression: "false",
      messageExpression: "object.apiVersion + ' ' + request.kind.version + ' ' + request.requestKind.version",
    },
  ];
  const post = (version: string) =>
    world.server.request("POST", WIDGETS.replace("v1", version), { body: widget(version) });

  it("are evaluated in the version of the rule, regardless of the request's version", async () => {
    await world.enforce({ matchConstraints: { resourceRules: rules }, validations });
    expect(said(await post("v2"))).toEqual([422, "example.com/v1 v1 v2"]);
  });

  it("are not matched in other versions with matchPolicy Exact", async () => {
    await world.enforce({ matchConstraints: { resourceRules: rules, matchPolicy: "Exact" }, validations });
    expect((await post("v2")).status).toBe(201);
    expect((await post("v1")).status).toBe(422);
  });
});
