import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { expectNoStall } from "../longestStall.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const ADMISSION = "/apis/admissionregistration.k8s.io/v1";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const MAPS = "/api/v1/namespaces/work/configmaps";
/**
 * The longest time that any request may wait, and the maximum memory. Past bugs blocked the event loop for a second and
 * more; the limit leaves room for busy machines.
 */
const LIMITS = { stall: 250, heap: 512 * 2 ** 20 };
const TIMEOUT = 180_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: [] });
  await send("POST", "/api/v1/namespaces", { metadata: { name: "work" } });
  await send("POST", "/api/v1/namespaces", { metadata: { name: "params" } });
});
afterAll(() => server.stop());

async function send(method: string, path: string, body?: object): Promise<TestAnswer> {
  const answer = await server.request(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
}

/** An expression that is true, and costs a few units times the cube of `size`. */
function dear(size: number): string {
  const numbers = `[${Array.from({ length: size }, (_, i) => i).join(",")}]`;
  return `${numbers}.all(a, ${numbers}.all(b, ${numbers}.all(c, a + b + c >= 0)))`;
}
/** Costs most of the budget of one expression. */
const DEAR = dear(45);
const RULES = {
  resourceRules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
};
const labelled = (name: string, more: object = {}) => ({ metadata: { name, labels: { judged: "yes" } }, ...more });
const JUDGED = { ...RULES, objectSelector: { matchLabels: { judged: "yes" } } };

async function enforce(name: string, spec: object, binding: object = {}): Promise<void> {
  const meta = { metadata: { name } };
  await send("POST", `${ADMISSION}/validatingadmissionpolicies`, {
    ...meta,
    spec: { matchConstraints: JUDGED, ...spec },
  });
  await send("POST", `${ADMISSION}/validatingadmissionpolicybindings`, {
    ...meta,
    spec: { policyName: name, validationActions: ["Deny"], ...binding },
  });
}

async function unenforce(name: string): Promise<void> {
  await send("DELETE", `${ADMISSION}/validatingadmissionpolicybindings/${name}`);
  await send("DELETE", `${ADMISSION}/validatingadmissionpolicies/${name}`);
}

/** Costs the whole budget of a policy. */
const FULL = Array.from({ length: 9 }, () => ({ expression: DEAR }));

describe("other requests are not delayed by", () => {
  it(
    "a policy at the full cost budget",
    async () => {
      await enforce("full", { validations: [...FULL, ...FULL] });
      const answer = await expectNoStall(
        server,
        (n) => server.request("POST", MAPS, { body: labelled(`full-${n}`) }),
        LIMITS,
      );
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain("running out of cost budget");
      await unenforce("full");
    },
    TIMEOUT,
  );

  it(
    "a policy at the full cost budget with ten parameters",
    async () => {
      for (let i = 0; i < 10; i++) {
        await send("POST", "/api/v1/namespaces/params/configmaps", { metadata: { name: `p${i}` } });
      }
      await enforce(
        "params",
        { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, validations: FULL.slice(0, 4) },
        { paramRef: { namespace: "params", selector: {}, parameterNotFoundAction: "Deny" } },
      );
      const create = (n: number) => server.request("POST", MAPS, { body: labelled(`params-${n}`) });
      expect((await expectNoStall(server, create, LIMITS)).status).toBe(201);
      await unenforce("params");
    },
    TIMEOUT,
  );

  it(
    "sixteen requests that need the full cost budget each",
    async () => {
      await enforce("many", { validations: FULL.slice(0, 1) });
      const answers = await expectNoStall(
        server,
        (n) =>
          Promise.all(
            Array.from({ length: 16 }, (_, i) => server.request("POST", MAPS, { body: labelled(`many-${n}-${i}`) })),
          ),
        LIMITS,
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
      await unenforce("many");
    },
    TIMEOUT,
  );

  it(
    "one function call that reads a long string",
    async () => {
      await enforce("text", {
        validations: [
          {
            expression:
              "object.data.all(k, !object.data[k].matches('(x+x+)+y') && object.data[k].replace('', 'ab') != '')",
          },
        ],
      });
      const body = labelled("text", { data: { a: "x".repeat(1_000_000) } });
      const create = (n: number) =>
        server.request("POST", MAPS, { body: { ...body, metadata: { ...body.metadata, name: `text-${n}` } } });
      expect((await expectNoStall(server, create, LIMITS)).status).toBe(201);
      await unenforce("text");
    },
    TIMEOUT,
  );

  it(
    "the match conditions of a webhook",
    async () => {
      const webhook = {
        name: "hook.example.com",
        clientConfig: { url: "https://127.0.0.1:1/hook" },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: RULES.resourceRules,
        objectSelector: JUDGED.objectSelector,
        matchConditions: [
          ...Array.from({ length: 8 }, (_, i) => ({ name: `c${i}`, expression: DEAR })),
          { name: "never", expression: "object.metadata.name == ''" },
        ],
      };
      const hooks = `${ADMISSION}/validatingwebhookconfigurations`;
      await send("POST", hooks, { metadata: { name: "hook" }, webhooks: [webhook] });
      const create = (n: number) => server.request("POST", MAPS, { body: labelled(`hook-${n}`) });
      expect((await expectNoStall(server, create, LIMITS)).status).toBe(201);
      await send("DELETE", `${hooks}/hook`);
    },
    TIMEOUT,
  );

  it(
    "the validation rules of a custom resource",
    async () => {
      const schema = (rules: object[]) => ({
        type: "object",
        properties: {
          list: { type: "array", maxItems: 400, items: { type: "integer" }, "x-kubernetes-validations": rules },
        },
      });
      const rules = Array.from({ length: 8 }, (_, i) => ({ rule: `self.all(a, self.all(b, a + b >= ${-i}))` }));
      await define("dears", schema([...rules, { rule: "self.size() < 5" }]));
      const spec = {
        apiVersion: "stall.example.com/v1",
        kind: "Dears",
        list: Array.from({ length: 350 }, (_, i) => i),
      };
      const create = (n: number) =>
        server.request("POST", "/apis/stall.example.com/v1/namespaces/work/dears", {
          body: { ...spec, metadata: { name: `d${n}` } },
        });
      const answer = await expectNoStall(server, create, LIMITS);
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain("failed rule: self.size() < 5");
    },
    TIMEOUT,
  );

  it(
    "a definition with thousands of rules",
    async () => {
      const rules = Array.from({ length: 5000 }, (_, i) => ({
        rule: `self.size() < ${i + 10} || self.startsWith('x')`,
      }));
      const schema = {
        type: "object",
        properties: { text: { type: "string", maxLength: 10, "x-kubernetes-validations": rules } },
      };
      const create = async (n: number) => {
        await define(`rules${n}`, schema);
        const path = `/apis/stall.example.com/v1/namespaces/work/rules${n}`;
        const body = { apiVersion: "stall.example.com/v1", kind: `Rules${n}`, metadata: { name: "r" }, text: "abc" };
        return server.request("POST", path, { body });
      };
      expect((await expectNoStall(server, create, LIMITS)).status).toBe(201);
    },
    TIMEOUT,
  );

  it(
    "a policy with thousands of expressions",
    async () => {
      const validations = Array.from({ length: 5000 }, (_, i) => ({
        expression: `object.metadata.name != 'n${i}' || true`,
      }));
      const create = async (n: number) => {
        await enforce(`wide${n}`, { validations });
        const answer = await server.request("POST", MAPS, { body: labelled(`wide-${n}`) });
        await unenforce(`wide${n}`);
        return answer;
      };
      expect((await expectNoStall(server, create, LIMITS)).status).toBe(201);
    },
    TIMEOUT,
  );
});

async function define(plural: string, schema: object): Promise<void> {
  const kind = `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
  await send("POST", DEFINITIONS, {
    metadata: { name: `${plural}.stall.example.com` },
    spec: {
      group: "stall.example.com",
      scope: "Namespaced",
      names: { plural, singular: plural, kind, listKind: `${kind}List` },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
}
