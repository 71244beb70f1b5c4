import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { Attributes, Verdict } from "../../../ground/rights/authorizer.ts";
import { podAttributes, testUser } from "../testing/attributes.ts";
import { abacAuthorizer } from "./abacAuthorizer.ts";
import { parsePolicies } from "./parsePolicies.ts";

const vocabulary = createVocabulary();
const parse = (...lines: (string | object)[]) =>
  parsePolicies(
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
    "/etc/abac.jsonl",
    vocabulary,
  );
const policy = (spec: object) => ({ apiVersion: "abac.authorization.kubernetes.io/v1beta1", kind: "Policy", spec });
const alice = testUser("alice", "dev", "system:authenticated");
const path = (text: string, verb = "get"): Attributes => ({ resourceRequest: false, verb, path: text });

describe("parsePolicies", () => {
  it("skips comments and empty lines, and counts unversioned policies", () => {
    const { policies, unversioned } = parse(
      "# a comment",
      "",
      "  # another",
      policy({ user: "a" }),
      { user: "b" },
      "\r",
    );
    expect(policies.map(({ user }) => user)).toEqual(["a", "b"]);
    expect(unversioned).toBe(1);
  });

  it("reads unversioned policies with their own defaults", () => {
    const everything = { apiGroup: "*", resource: "*", namespace: "*", nonResourcePath: "*", readonly: false };
    expect(parse({}).policies).toEqual([{ user: "", group: "system:authenticated", ...everything }]);
    expect(parse({ user: "a" }).policies).toEqual([{ user: "a", group: "", ...everything }]);
    expect(parse({ user: "*", group: "g" }).policies).toMatchObject([{ user: "", group: "system:authenticated" }]);
    const narrow = { group: "g", namespace: "n", readonly: true };
    expect(parse(narrow).policies).toEqual([{ ...everything, ...narrow, user: "", nonResourcePath: "" }]);
    const versioned = { apiVersion: "abac.authorization.kubernetes.io/v0", kind: "Policy", resource: "pods" };
    expect(parse(versioned)).toMatchObject({ policies: [{ resource: "pods", nonResourcePath: "" }], unversioned: 0 });
  });

  it("uses the product name of the vocabulary", () => {
    const line = JSON.stringify({ ...policy({ user: "a" }), apiVersion: "abac.authorization.orch.io/v1beta1" });
    expect(parsePolicies(line, "f", createVocabulary("orch")).policies).toMatchObject([{ user: "a" }]);
  });

  it.each<[string | object, string]>([
    ["{", "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    ["[]", "couldn't get version/kind"],
    [{ ...policy({}), kind: "Other" }, 'no kind "Other" is registered for version'],
    [{ ...policy({}), apiVersion: "v7" }, 'no kind "Policy" is registered for version "v7"'],
    [policy({ user: 1 }), "json: cannot unmarshal number into Go struct field PolicySpec.spec.user of type string"],
    [
      policy({ readonly: "yes" }),
      "json: cannot unmarshal string into Go struct field PolicySpec.spec.readonly of type bool",
    ],
    [policy([]), "json: cannot unmarshal array into Go struct field Policy.spec"],
    [{ user: {} }, "json: cannot unmarshal object into Go struct field Policy.user of type string"],
  ])("names the invalid line: %j", (line, reason) => {
    const shown = typeof line === "string" ? line : JSON.stringify(line);
    expect(() => parse("# first", line)).toThrow(
      `error reading policy file /etc/abac.jsonl, line 2: ${shown}: ${reason}`,
    );
  });

  it("rejects overlong lines", () => {
    expect(() => parse(policy({ user: "a".repeat(70_000) }))).toThrow("token too long");
  });
});

describe("abacAuthorizer", () => {
  const everything = { namespace: "*", resource: "*", apiGroup: "*" };
  const allowed = { decision: "allow", reason: "" };
  const not = { decision: "noOpinion", reason: "No policy matched." };

  it.each<[string, object, Attributes, boolean]>([
    ["a policy for the user", { user: "alice", ...everything }, podAttributes(), true],
    ["a policy for another user", { user: "bob", ...everything }, podAttributes(), false],
    ["a policy for a group of the user", { group: "dev", ...everything }, podAttributes(), true],
    [
      "a policy for the user and a group the user is not in",
      { user: "alice", group: "qa", ...everything },
      podAttributes(),
      false,
    ],
    [
      "a policy for the user and a group of the user",
      { user: "alice", group: "dev", ...everything },
      podAttributes(),
      true,
    ],
    ["a policy without a subject", everything, podAttributes(), false],
    ["a policy for all users", { user: "*", ...everything }, podAttributes(), true],
    ["a policy for all groups", { group: "*", ...everything }, podAttributes(), true],
    ["a policy for the namespace", { user: "alice", ...everything, namespace: "n" }, podAttributes(), true],
    ["a policy for another namespace", { user: "alice", ...everything, namespace: "m" }, podAttributes(), false],
    ["a policy without a namespace", { user: "alice", resource: "pods" }, podAttributes(), false],
    [
      "a policy without a namespace for a cluster-scoped resource",
      { user: "alice", resource: "nodes" },
      podAttributes({ namespace: "", resource: "nodes" }),
      true,
    ],
    [
      "a policy for another API group",
      { user: "alice", namespace: "*", resource: "pods", apiGroup: "apps" },
      podAttributes(),
      false,
    ],
    [
      "a read request with a read-only policy",
      { user: "alice", ...everything, readonly: true },
      podAttributes({ verb: "watch" }),
      true,
    ],
    [
      "a write request with a read-only policy",
      { user: "alice", ...everything, readonly: true },
      podAttributes({ verb: "update" }),
      false,
    ],
    ["a path with a policy for resources", { user: "alice", ...everything }, path("/version"), false],
    ["a policy for the path", { user: "alice", nonResourcePath: "/version" }, path("/version"), true],
    ["a policy for all paths", { user: "alice", nonResourcePath: "*" }, path("/version", "post"), true],
    ["a policy for paths below a prefix", { user: "alice", nonResourcePath: "/api/*" }, path("/api/v1"), true],
    [
      "the prefix itself with a policy for paths below it",
      { user: "alice", nonResourcePath: "/api/*" },
      path("/api"),
      false,
    ],
    [
      "a request without a resource with a policy for all paths",
      { user: "alice", nonResourcePath: "*" },
      podAttributes({ resource: "", namespace: "", group: "" }),
      true,
    ],
  ])("checks %s", (_title, spec, attributes, expected) => {
    const verdict: Verdict | Promise<Verdict> = abacAuthorizer(parse(policy(spec)).policies).authorize(
      alice,
      attributes,
    );
    expect(verdict).toEqual(expected ? allowed : not);
  });

  it("does not match unauthenticated users with `*`", () => {
    const { policies } = parse(policy({ user: "*", ...everything }));
    expect(
      abacAuthorizer(policies).authorize(testUser("system:anonymous", "system:unauthenticated"), podAttributes()),
    ).toEqual(not);
  });

  it("never allows less when policies are added", () => {
    const some = (...values: string[]) => fc.constantFrom("", "*", ...values);
    const policies = fc.array(
      fc.record({
        user: some("alice", "bob"),
        group: some("dev", "qa"),
        readonly: fc.boolean(),
        apiGroup: some("apps"),
        resource: some("pods"),
        namespace: some("n"),
        nonResourcePath: some("/x", "/x*"),
      }),
      { maxLength: 4 },
    );
    const questions = [
      podAttributes(),
      podAttributes({ verb: "create", group: "apps" }),
      path("/x"),
      path("/xy", "post"),
    ];
    fc.assert(
      fc.property(policies, policies, (few, more) => {
        for (const question of questions) {
          const decide = (all: typeof few): unknown => abacAuthorizer(all).authorize(alice, question);
          const either = [decide(few), decide(more)].some((verdict) => (verdict as Verdict).decision === "allow");
          expect(decide([...few, ...more])).toEqual(either ? allowed : not);
        }
      }),
    );
  });

  it("lists a user's permissions in a namespace", () => {
    const { policies } = parse(
      policy({ user: "alice", namespace: "n", resource: "pods", readonly: true }),
      policy({ group: "dev", namespace: "*", resource: "*", apiGroup: "apps", nonResourcePath: "/x" }),
      policy({ user: "alice", namespace: "m", resource: "secrets" }),
      policy({ user: "bob", ...everything }),
    );
    expect(abacAuthorizer(policies).rulesFor?.(alice, "n")).toEqual({
      resourceRules: [
        { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
        { verbs: ["*"], apiGroups: ["apps"], resources: ["*"] },
      ],
      nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["/x"] }],
      incomplete: false,
    });
  });
});
