import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  BINDINGS,
  POLICIES,
  type PolicyFixture,
  said,
  startPolicyFixture,
} from "../../access/admission/policy/testing/policyFixture.ts";

const MAPS = "/api/v1/namespaces/dev/configmaps";

let world: PolicyFixture;
beforeAll(async () => {
  world = await startPolicyFixture();
});
afterEach(() => world.reset());
afterAll(() => world.stop());

describe("policy expressions", () => {
  const satisfied = async (expression: string, more: object = {}): Promise<unknown> => {
    await world.enforce({ validations: [{ expression }], ...more });
    const answer = await world.create("x", { a: "1" });
    await world.reset();
    return answer.status === 201 ? true : said(answer)[1];
  };

  it("can read the namespace and the request", async () => {
    expect(await satisfied("namespaceObject.metadata.labels.env == 'dev'")).toBe(true);
    expect(
      await satisfied(
        "request.kind.kind == 'ConfigMap' && request.namespace == 'dev' && request.userInfo.username == 'admin' && !request.dryRun",
      ),
    ).toBe(true);
  });

  it("can use variables, which are evaluated lazily", async () => {
    const variables = [
      { name: "a", expression: "int(object.data.a)" },
      { name: "twice", expression: "variables.a * 2" },
      { name: "broken", expression: "object.data.none" },
    ];
    expect(await satisfied("variables.twice == 2 && variables.a == 1", { variables })).toBe(true);
    expect(await satisfied("variables.broken == 'x'", { variables })).toBe(
      `expression 'variables.broken == 'x'' resulted in error: composited variable "broken" fails to evaluate: no such key: none`,
    );
  });

  it("can check authorization", async () => {
    const check = (verb: string) => `authorizer.group('').resource('secrets').namespace('dev').check('${verb}')`;
    expect(await satisfied(`${check("get")}.allowed()`)).toBe(true);
    expect(await satisfied("authorizer.requestResource.check('create').allowed()")).toBe(true);
    expect(await satisfied("authorizer.path('/metrics').check('get').allowed()")).toBe(true);
    expect(
      await satisfied(
        "!authorizer.serviceAccount('dev', 'default').group('').resource('secrets').check('get').allowed()",
      ),
    ).toBe(true);
  });

  it("in match conditions decide whether the policy is evaluated", async () => {
    const under = (...list: string[]) =>
      satisfied("false", { matchConditions: list.map((expression, i) => ({ name: `c${i}`, expression })) });
    expect(await under("object.metadata.name == 'y'", "object.data.none == 'n'")).toBe(true);
    expect(await under("true")).toBe("failed expression: false");
    expect(await under("true", "object.data.none == 'n'")).toBe(
      "expression 'object.data.none == 'n'' resulted in error: no such key: none",
    );
  });
});

describe("policies apply to", () => {
  it("subresources, with the written view as the object", async () => {
    const resourceRules = [
      { operations: ["UPDATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments/scale"] },
    ];
    await world.enforce({
      matchConstraints: { resourceRules },
      validations: [
        {
          expression: "object.spec.replicas <= 3",
          messageExpression: "request.kind.kind + ' ' + request.subResource + ' ' + string(oldObject.spec.replicas)",
        },
      ],
    });
    const path = "/apis/apps/v1/namespaces/dev/deployments";
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
    await world.send("POST", path, {
      metadata: { name: "web" },
      spec: { replicas: 2, selector: { matchLabels: { a: "b" } }, template },
    });
    const scale = (replicas: number) =>
      world.server.request("PATCH", `${path}/web/scale`, {
        body: { spec: { replicas } },
        headers: { "content-type": "application/merge-patch+json" },
      });
    const refused = await scale(4);
    expect(said(refused)).toEqual([422, "Scale scale 2"]);
    expect(refused.body.details).toMatchObject({ name: "web", group: "apps", kind: "deployments" });
    expect((await scale(3)).status).toBe(200);
  });

  it("actions and namespaces, with the correct namespace", async () => {
    const rule = (resource: string) => ({
      operations: ["CREATE"],
      apiGroups: [""],
      apiVersions: ["v1"],
      resources: [resource],
    });
    await world.enforce({
      matchConstraints: { resourceRules: [rule("namespaces"), rule("serviceaccounts/token")] },
      validations: [
        {
          expression: "false",
          messageExpression:
            "request.kind.kind + ' ' + object.kind + ' ' + object.apiVersion + ' ' + (namespaceObject == null ? 'none' : namespaceObject.metadata.name)",
        },
      ],
    });
    const made = await world.server.request("POST", "/api/v1/namespaces", { body: { metadata: { name: "more" } } });
    expect(said(made)).toEqual([422, "Namespace Namespace v1 none"]);
    await world.send("POST", "/api/v1/namespaces/dev/serviceaccounts", { metadata: { name: "robot" } });
    const token = await world.server.request("POST", "/api/v1/namespaces/dev/serviceaccounts/robot/token", {
      body: { spec: { audiences: [] } },
    });
    expect(said(token)).toEqual([422, "TokenRequest TokenRequest authentication.k8s.io/v1 dev"]);
  });

  it("each deletion of deletecollection", async () => {
    await world.create("a");
    await world.create("b");
    await world.enforce({
      validations: [{ expression: "request.operation != 'DELETE' || oldObject.metadata.name != 'b'" }],
    });
    expect((await world.server.request("DELETE", MAPS)).status).toBe(422);
    await world.send(
      "PATCH",
      `${POLICIES}/rule`,
      { spec: { failurePolicy: "Ignore", validations: [{ expression: "true" }] } },
      {
        "content-type": "application/merge-patch+json",
      },
    );
    expect((await world.server.request("DELETE", MAPS)).status).toBe(200);
  });

  it("requests with the user's name, before a name is generated", async () => {
    await world.enforce({
      validations: [
        { expression: "request.userInfo.username == 'admin'", messageExpression: "'not ' + request.userInfo.username" },
      ],
    });
    const answer = await world.server.request("POST", MAPS, {
      body: { metadata: { generateName: "gen-" } },
      headers: { "impersonate-user": "carol", "impersonate-group": "system:masters" },
    });
    expect(said(answer)).toEqual([422, "not carol"]);
    expect(answer.body.details?.name).toMatch(/^gen-/);
  });

  it("no requests about policies and no access reviews", async () => {
    const everything = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };
    await world.enforce({
      matchConstraints: { resourceRules: [everything] },
      validations: [{ expression: "false" }],
    });
    expect((await world.create("x")).status).toBe(422);
    const review = { spec: { resourceAttributes: { verb: "get", resource: "pods" } } };
    await world.send("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review);
    expect((await world.server.request("DELETE", `${BINDINGS}/everywhere`)).status).toBe(200);
  });
});
