import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { celConditions } from "../../../access/admission/webhook/celConditions.ts";
import type { Authorizer } from "../../rights/authorizer.ts";
import { compile } from "../compile.ts";
import { BOOL } from "../types/celType.ts";
import { deviceEnvironment } from "./deviceEnvironment.ts";
import { accessReviewEnvironment, claimsEnvironment, userEnvironment } from "./environments.ts";

describe("claimsEnvironment", () => {
  it("exposes any claim", () => {
    const evaluate = (expression: string): unknown =>
      compile(expression, claimsEnvironment()).evaluate({
        claims: { sub: "me", exp: 1700000000, roles: ["a"], "example.com/x": { y: true } },
      });
    expect(evaluate("'oidc:' + claims.sub")).toBe("oidc:me");
    expect(evaluate("claims.exp - 1")).toBe(1699999999);
    expect(evaluate("claims['example.com/x'].y")).toBe(true);
    expect(evaluate("claims.?groups.orValue([]) == []")).toBe(true);
    expect(evaluate("claims.roles")).toEqual(["a"]);
  });
});

describe("userEnvironment", () => {
  it("exposes the user info", () => {
    const program = compile("!user.username.startsWith('system:') && 'dev' in user.groups", userEnvironment(), {
      result: BOOL,
    });
    expect(program.evaluate({ user: { username: "alice", groups: ["dev"], extra: {} } })).toBe(true);
    expect(() => compile("user.name == ''", userEnvironment())).toThrow("undefined field 'name'");
  });
});

it("knows the functions of an authorizer also where there is no authorizer", () => {
  const check = () => compile("authorizer.path('/').check('get').allowed()", userEnvironment());
  expect(check).toThrow("undeclared reference to 'authorizer'");
  expect(check).not.toThrow("undeclared reference to 'path'");
});

it("names values only in expressions about devices", () => {
  expect(() => compile("cel.bind(x, 1, x)", userEnvironment())).toThrow("undeclared reference to 'cel'");
  expect(compile("cel.bind(x, 1, x)", deviceEnvironment()).evaluate({})).toBe(1);
});

describe("accessReviewEnvironment", () => {
  it("exposes the resource and non-resource attributes of the request", () => {
    const program = compile(
      "has(request.resourceAttributes) && request.resourceAttributes.namespace == 'a'",
      accessReviewEnvironment(),
    );
    expect(program.evaluate({ request: { resourceAttributes: { namespace: "a" } } })).toBe(true);
    expect(program.evaluate({ request: { nonResourceAttributes: { path: "/" } } })).toBe(false);
  });
});

describe("celConditions", () => {
  const asked: unknown[] = [];
  const authorizer: Authorizer = {
    name: "test",
    authorize: (user, attributes) => {
      asked.push([user.username, attributes]);
      const verdict = { decision: user.username === "alice" ? "allow" : "noOpinion", reason: "because" } as const;
      return Promise.resolve(verdict);
    },
  };
  const holds = async (expression: string, username = "alice"): Promise<boolean> =>
    atOnce(celConditions(authorizer)(expression))({
      object: { apiVersion: "v1", kind: "Pod", metadata: { name: "p", labels: { a: "b" } } },
      oldObject: null,
      request: {
        operation: "CREATE",
        name: "p",
        namespace: "dev",
        requestResource: { group: "", version: "v1", resource: "pods" },
        userInfo: { username },
      },
      user: { username, groups: [], extra: {} },
    });

  it("can read the objects and the request", async () => {
    expect(await holds("object.metadata.labels.a == 'b' && oldObject == null")).toBe(true);
    expect(await holds("request.operation == 'CREATE' && request.userInfo.username == 'bob'")).toBe(false);
    await expect(holds("request.dryRun == true")).rejects.toThrow(
      "expression 'request.dryRun == true' resulted in error: no such key: dryRun",
    );
    expect(() => atOnce(celConditions(authorizer)("request.object"))).toThrow(
      "compilation error: compilation failed: ERROR: <input>:1:8: undefined field 'object'",
    );
    expect(() => atOnce(celConditions(authorizer)("1"))).toThrow("compilation error: must evaluate to bool");
  });

  it.each([
    ["serviceAccount('n.s', 'Sa')", "Invalid service account name"],
    ["serviceAccount('n.s', 'sa')", "Invalid service account namespace"],
    [`serviceAccount('${"a".repeat(64)}', 'sa')`, "Invalid service account namespace"],
    ["path(' ')", "path must not be empty"],
  ])("fail on an authorization check for %s", async (about, message) => {
    const question = about.startsWith("path") ? about : `${about}.path('/')`;
    await expect(holds(`authorizer.${question}.check('get').allowed()`)).rejects.toThrow(message);
  });

  it("run each authorization check once", async () => {
    asked.length = 0;
    const check = "authorizer.group('apps').resource('deployments').namespace('x').check('get')";
    expect(await holds(`${check}.allowed() && ${check}.reason() == 'because'`)).toBe(true);
    const attributes = { resourceRequest: true, verb: "get", group: "apps", resource: "deployments", namespace: "x" };
    expect(asked).toEqual([["alice", expect.objectContaining(attributes)]]);
    expect(await holds("authorizer.requestResource.check('create').allowed()", "bob")).toBe(false);
    expect(asked.at(-1)).toEqual(["bob", expect.objectContaining({ resource: "pods", namespace: "dev", name: "p" })]);
    expect(await holds("authorizer.serviceAccount('ns', 'sa').path('/healthz').check('get').allowed()")).toBe(false);
    expect(asked.at(-1)).toEqual([
      "system:serviceaccount:ns:sa",
      { resourceRequest: false, verb: "get", path: "/healthz" },
    ]);
  });

  it("are limited in the number of authorization checks", async () => {
    const often = Array.from({ length: 9 }, (_, i) => `authorizer.path('/${i}').check('get').allowed()`).join(" && ");
    await expect(holds(often)).rejects.toThrow("operation cancelled: actual cost limit exceeded");
  });
});
