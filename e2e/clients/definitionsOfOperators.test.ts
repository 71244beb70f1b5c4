import { beforeAll, describe, expect, test } from "vitest";
import { ALARMS, CLAIMS, ENTRANCES, FLEETS, OBJECTS, REQUESTS } from "./operatorDefinitions.ts";
import { serveFile } from "./served.ts";

const DEFINITIONS = [ENTRANCES, ALARMS, REQUESTS, FLEETS, CLAIMS];

const { kubectl } = serveFile();
beforeAll(async () => {
  const installed = await kubectl.run(["create", "-f", "-"], { input: DEFINITIONS.join("---\n") });
  expect(installed).toMatchObject({ code: 0, stderr: "" });
  await kubectl.ok(["wait", "crd", "--all", "--for=condition=Established", "--timeout=20s"]);
  const applied = await kubectl.run(["apply", "--server-side", "--validate=strict", "-f", "-"], { input: OBJECTS });
  expect(applied).toMatchObject({ code: 0, stderr: "" });
});

const patched = (kind: string, name: string, patch: object) =>
  kubectl.run(["patch", kind, name, "--type=merge", "-p", JSON.stringify(patch)]);
/** The words of each line of a table, without the age. */
const table = async (...args: string[]): Promise<string[][]> =>
  (await kubectl.ok(["get", ...args]))
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/\s{2,}/));

describe("Custom resource definitions of several operators", () => {
  test("have no NonStructuralSchema conditions", async () => {
    const path = `jsonpath={range .items[*]}{.metadata.name} {.status.conditions[*].type}{"\\n"}{end}`;
    const lines = (await kubectl.ok(["get", "crd", "-o", path])).trim().split("\n");
    const conditions = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(" ")), line.split(" ").slice(1).sort()]),
    );
    const good = ["Established", "NamesAccepted"];
    expect(conditions).toEqual({
      "alarmrules.watching.example": good,
      "claims.planes.example": good,
      "entranceclasses.doors.k8s.io": ["Established", "KubernetesAPIApprovalPolicyConformant", "NamesAccepted"],
      "fetchrequests.pipes.example": good,
      "fleets.ships.example": good,
    });
  });

  test("print their columns, apply defaults and accept short names", async () => {
    const [head, line] = await table("ec");
    expect(head).toEqual(["NAME", "KEEPER", "ACCEPTED", "AGE"]);
    expect(line?.slice(0, 3)).toEqual(["front", "example.net/doorkeeper", "Unknown"]);
    expect((await table("ec", "-o", "wide"))[1]?.at(-1)).toBe("the one in the street");
    expect(await table("planes")).toEqual([
      ["NAME", "READY", "CONNECTION"],
      ["data", "out"],
    ]);
    expect((await table("fetchrequests"))[0]).toEqual(["NAME", "OWNER", "SUCCEEDED", "STARTED"]);
  });

  test("validate patterns, formats and rules", async () => {
    const refused: [string, string, object, string][] = [
      ["alarm", "night", { spec: { groups: [{ name: "a", partial: "maybe" }] } }, "should match '^(?i)(abort|warn)?$'"],
      [
        "ec",
        "front",
        { spec: { keeper: "example.net/other" } },
        'spec.keeper: Invalid value: "string": Value is immutable',
      ],
      ["fl", "north", { spec: { weighted: [] } }, "must validate one and only one schema (oneOf)"],
      ["fl", "north", { spec: { template: { kind: null } } }, "spec.template.kind: Required value: must not be empty"],
      ["claim", "data", { spec: { size: "2Ti" } }, 'spec.size: Invalid value: "object": too large'],
      ["claim", "data", { spec: { size: "many" } }, "spec.size in body should match"],
    ];
    for (const [kind, name, patch, message] of refused) {
      const { code, stderr } = await patched(kind, name, patch);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    }
    expect((await patched("alarm", "night", { spec: { groups: [{ name: "a", partial: "Abort" }] } })).code).toBe(0);
    const long = "metadata: {name: this-name-is-much-too-long}";
    const { stderr } = await kubectl.run(["create", "-f", "-"], {
      input: `apiVersion: planes.example/v1\nkind: Claim\n${long}\nspec: {}\n`,
    });
    expect(stderr).toContain("the name this-name-is-much-too-long is too long");
  });

  test("preserve fields without a schema", async () => {
    const spec = JSON.parse(await kubectl.ok(["get", "claim", "data", "-o", "jsonpath={.spec}"]));
    expect(spec).toEqual({
      tier: "small",
      size: "10Gi",
      writeTo: { name: "out", namespace: null },
      anything: { goes: [1, "two"] },
    });
    const params = await kubectl.ok(["get", "fetchrequest", "fetch", "-o", "jsonpath={.spec.params[*].value}"]);
    expect(params).toBe('1 ["x"] {"d":"e"}');
  });

  test("support field selectors, scale and wait", async () => {
    expect(await table("claims", "--field-selector", "spec.tier=small", "-o", "name")).toEqual([
      ["claim.planes.example/data"],
    ]);
    await kubectl.ok(["scale", "fleet", "north", "--replicas=3"]);
    expect(await kubectl.ok(["get", "fleet", "north", "-o", "jsonpath={.spec.replicas}"])).toBe("3");
    const status = { status: { conditions: [{ type: "Ready", status: "True" }] } };
    await kubectl.ok(["patch", "claim", "data", "--subresource=status", "--type=merge", "-p", JSON.stringify(status)]);
    await kubectl.ok(["wait", "claim/data", "--for=condition=Ready", "--timeout=20s"]);
    expect((await table("planes"))[1]).toEqual(["data", "True", "out"]);
  });

  test.each([
    ["entranceclass.spec.keeper", "FIELD: keeper <string>", "Who keeps the entrances."],
    ["alarmrule.spec.groups.rules.expr", "FIELD: expr <Object>", "What is watched."],
    ["fetchrequest.status.source", "FIELD: source <Object>", "Where it came from."],
    ["fleet.spec.template", "FIELD: template <Object>", "metadata\t<ObjectMeta>"],
    ["claim.spec.writeTo", "FIELD: writeTo <Object>", "name\t<string> -required-"],
  ])("explain %s", async (field, ...texts) => {
    const explained = await kubectl.ok(["explain", field]);
    for (const text of texts) expect(explained).toContain(text);
  });

  test("report a missing conversion webhook and serve the other versions", async () => {
    const { code, stderr } = await kubectl.run(["get", "fetchrequests.v1alpha1.pipes.example"]);
    expect(code).toBe(1);
    expect(stderr).toContain("pipes.example/v1alpha1 FetchRequest is deprecated");
    expect(stderr).toContain("conversion webhook for pipes.example/v1beta1, Kind=FetchRequest failed");
    expect(stderr).toContain('service "pipes-webhook" not found');
    expect((await table("fetchrequests"))[1]?.[0]).toBe("fetch");
  });

  test("are deleted with all their objects", async () => {
    for (const definition of DEFINITIONS) await kubectl.ok(["delete", "-f", "-"], { input: definition });
    expect(await kubectl.ok(["get", "crd", "-o", "name"])).toBe("");
  });
});
