import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  BINDINGS,
  POLICIES,
  type PolicyFixture,
  said,
  startPolicyFixture,
} from "../../access/admission/policy/testing/policyFixture.ts";
import { configMap } from "../objects.ts";

const MAPS = "/api/v1/namespaces/dev/configmaps";

let world: PolicyFixture;
beforeAll(async () => {
  world = await startPolicyFixture();
});
afterEach(() => world.reset());
afterAll(() => world.stop());

describe("a policy that denies", () => {
  it("refuses with the validation's message and reason", async () => {
    await world.enforce({
      validations: [{ expression: "object.data.a == '1'", message: " a must be 1 ", reason: "Forbidden" }],
    });
    const refused = await world.create("x", { a: "2" });
    const detail = "ValidatingAdmissionPolicy 'rule' with binding 'everywhere' denied request: a must be 1";
    expect(refused.body).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `configmaps "x" is forbidden: ${detail}`,
      reason: "Forbidden",
      details: { name: "x", kind: "configmaps", causes: [{ message: detail }] },
      code: 403,
    });
    expect((await world.create("x", { a: "1" })).status).toBe(201);
  });

  it("responds 422 without a reason, and names the failed expression without a message", async () => {
    await world.enforce({ validations: [{ expression: " has(object.data.a) " }] });
    const refused = await world.create("x", { b: "1" });
    expect(refused.body).toMatchObject({ reason: "Invalid", code: 422, details: { name: "x" } });
    expect(said(refused)).toEqual([422, "failed expression: has(object.data.a)"]);
  });

  it("evaluates message expressions, and falls back to the static message", async () => {
    const message = async (messageExpression: string): Promise<unknown> => {
      await world.enforce({
        validations: [{ expression: "false", message: "fixed", messageExpression, reason: "RequestEntityTooLarge" }],
      });
      const answer = await world.create("x", { a: "1" });
      await world.reset();
      expect(answer.status).toBe(413);
      return said(answer)[1];
    };
    expect(await message("' a is ' + object.data.a + ' '")).toBe("a is 1");
    expect(await message("'a\\nb'")).toBe("fixed");
    expect(await message("'  '")).toBe("fixed");
    expect(await message("object.data.missing + ''")).toBe("fixed");
    expect(
      await message("[1, 2].map(i, 'x').join('').replace('x', '0123456789abcdef').replace('0', object.data.a)"),
    ).toMatch(/^1/);
  });

  it("takes effect with its creation and update, and ends with its deletion", async () => {
    await world.enforce({ validations: [{ expression: "false" }] });
    expect((await world.create("x")).status).toBe(422);
    const { body } = await world.server.request("GET", `${POLICIES}/rule`);
    await world.send("PUT", `${POLICIES}/rule`, {
      ...body,
      spec: { ...(body["spec"] as object), validations: [{ expression: "true" }] },
    });
    expect((await world.create("x")).status).toBe(201);
    await world.send(
      "PATCH",
      `${POLICIES}/rule`,
      { spec: { validations: [{ expression: "1 > 2" }] } },
      {
        "content-type": "application/merge-patch+json",
      },
    );
    expect((await world.create("y")).status).toBe(422);
    await world.server.request("DELETE", `${BINDINGS}/everywhere`);
    expect((await world.create("y")).status).toBe(201);
  });

  it("applies to updates, deletions and server-side apply, also in a dry run", async () => {
    await world.enforce({
      validations: [
        {
          expression: "request.operation != 'UPDATE' || object.data.a >= oldObject.data.a",
          message: "a may only grow",
        },
        {
          expression: "request.operation != 'DELETE' || (object == null && oldObject.data.a == '9')",
          message: "too early",
        },
      ],
    });
    await world.create("x", { a: "5" });
    const apply = (a: string, query = "") =>
      world.server.request("PATCH", `${MAPS}/x?fieldManager=me&force=true${query}`, {
        body: configMap("x", { a }),
        headers: { "content-type": "application/apply-patch+yaml" },
      });
    expect(said(await apply("4"))).toEqual([422, "a may only grow"]);
    expect(said(await apply("4", "&dryRun=All"))).toEqual([422, "a may only grow"]);
    expect((await apply("6")).status).toBe(200);
    expect(said(await world.server.request("PUT", `${MAPS}/x`, { body: configMap("x", { a: "1" }) }))[1]).toBe(
      "a may only grow",
    );
    expect(said(await world.server.request("DELETE", `${MAPS}/x`))).toEqual([422, "too early"]);
    expect((await apply("9")).status).toBe(200);
    expect((await world.server.request("DELETE", `${MAPS}/x`)).status).toBe(200);
  });
});

describe("validation actions other than Deny", () => {
  const failing = { validations: [{ expression: "true" }, { expression: "false", message: 'no "way" <b>' }] };
  const FAILURE = "validation.policy.admission.k8s.io/validation_failure";

  it("Warn returns a warning", async () => {
    await world.enforce(failing, { validationActions: ["Warn"] });
    const answer = await world.create("x");
    expect(answer.status).toBe(201);
    const text = String.raw`Validation failed for ValidatingAdmissionPolicy 'rule' with binding 'everywhere': no \"way\" <b>`;
    expect(answer.headers["warning"]).toBe(`299 - "${text}"`);
  });

  it("Audit adds an annotation to the audit event", async () => {
    await world.enforce(failing, { validationActions: ["Audit"] });
    const answer = await world.create("x");
    expect(answer.status).toBe(201);
    expect((await world.annotationsOf(answer))[FAILURE]).toBe(
      String.raw`[{"message":"no \"way\" \u003cb\u003e","policy":"rule","binding":"everywhere","expressionIndex":1,"validationActions":["Audit"]}]`,
    );
  });

  it("Audit can be combined with Deny", async () => {
    await world.enforce(failing, { validationActions: ["Deny", "Audit"] });
    const answer = await world.create("x");
    expect(answer.status).toBe(422);
    expect(Object.keys(await world.annotationsOf(answer))).toContain(FAILURE);
  });
});

describe("Audit annotations", () => {
  it("are written under the policy's name, without null and blank ones", async () => {
    await world.enforce({
      validations: [],
      auditAnnotations: [
        { key: "name", valueExpression: "' map ' + object.metadata.name + ' '" },
        { key: "none", valueExpression: "null" },
        { key: "blank", valueExpression: "' '" },
      ],
    });
    const annotations = await world.annotationsOf(await world.create("x"));
    expect(annotations).toMatchObject({ "rule/name": "map x" });
    expect(Object.keys(annotations).filter((key) => key.startsWith("rule/"))).toEqual(["rule/name"]);
  });

  it("join the values of several parameters, and deny when they fail to evaluate", async () => {
    const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
    await world.create("p1", { say: "b" });
    await world.create("p2", { say: "a" });
    await world.create("p3", { say: "b" });
    const matchConditions = [{ name: "x", expression: "object.metadata.name == 'x'" }];
    const auditAnnotations = [{ key: "k", valueExpression: "string(params.data.say)" }];
    const paramRef = { selector: {}, parameterNotFoundAction: "Deny" };
    await world.enforce({ validations: [], paramKind, matchConditions, auditAnnotations }, { paramRef });
    expect(await world.annotationsOf(await world.create("x"))).toMatchObject({ "rule/k": "b, a" });
    // The first parameter is now the map that was just created; it has no `say` value.
    expect(said(await world.server.request("DELETE", `${MAPS}/x`))[0]).toBe(422);
  });
});

describe("expressions that fail to evaluate", () => {
  const broken = { validations: [{ expression: "object.data.missing == 'x'", message: "never said" }] };

  it("deny the request, or allow it when the failure policy is Ignore", async () => {
    await world.enforce(broken);
    expect(said(await world.create("x", { a: "1" }))).toEqual([
      422,
      "expression 'object.data.missing == 'x'' resulted in error: no such key: missing",
    ]);
    await world.reset();
    await world.enforce({ ...broken, failurePolicy: "Ignore" });
    expect((await world.create("x", { a: "1" })).status).toBe(201);
  });

  it("include those that exceed the cost limit", async () => {
    const many = "[0,1,2,3,4,5,6,7,8,9]";
    const nested = (depth: number): string => (depth === 0 ? "true" : `${many}.all(i${depth}, ${nested(depth - 1)})`);
    await world.enforce({ validations: [{ expression: nested(6) }] });
    expect(said(await world.create("x"))[1]).toMatch(
      /resulted in error: operation cancelled: actual cost limit exceeded$/,
    );
  });
});
