import { describe, expect, it } from "vitest";
import { widget } from "../../../shared/apply/testing/nodes.ts";
import { loadSchema } from "../schema/schema.ts";
import { goSyntax, goValue, jsonTypeName } from "./goFormat.ts";
import { describeMismatches } from "./testing/immediate.ts";

const misfit = (spec: unknown) => describeMismatches({ spec }, widget);

describe("describeMismatches", () => {
  it("accepts valid values and nulls anywhere", () => {
    expect(
      misfit({ replicas: 1, byName: [{ name: "a" }, { name: "b" }], set: ["a"], free: { x: [{}] } }),
    ).toBeUndefined();
    expect(misfit({ replicas: null, byName: null, gran: null, atomMap: null })).toBeUndefined();
    expect(describeMismatches(null, widget)).toBeUndefined();
  });

  it("words each mismatch like the reference", () => {
    const cases: [unknown, string][] = [
      [{ nope: 1 }, ".spec.nope: field not declared in schema"],
      [{ name: 5 }, ".spec.name: expected string, got &value.valueUnstructured{Value:5}"],
      [
        { name: { a: "b" } },
        '.spec.name: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":"b"}}',
      ],
      [{ replicas: "x" }, ".spec.replicas: expected numeric (int or float), got string"],
      [{ atom: "x" }, ".spec.atom: expected list, got &{x}"],
      [{ gran: ["x", 1] }, ".spec.gran: expected map, got &{[x 1]}"],
      [{ atom: [1] }, ".spec.atom[0]: expected string, got &value.valueUnstructured{Value:1}"],
      [{ byName: [{ name: "a" }, { name: "a" }] }, '.spec.byName: duplicate entries for key [name="a"]'],
      [{ set: ["a", "a"] }, '.spec.set: duplicate entries for key [="a"]'],
      [{ byName: ["x"] }, ".spec.byName: element 0: associative list with keys may not have non-map elements"],
      [
        { byName: [{ v: 1 }] },
        '.spec.byName: element 0: associative list with keys has an element that omits key field "name" (and doesn\'t have default value)',
      ],
      [{ set: [{}] }, ".spec.set: element 0: associative list without keys has an element that's a map type"],
      [{ byName: [{ name: "a", v: true }] }, '.spec.byName[name="a"].v: expected numeric (int or float), got bool'],
    ];
    for (const [spec, text] of cases) expect(misfit(spec), JSON.stringify(spec)).toBe(text);
  });

  it("lists several mismatches", () => {
    expect(misfit({ name: 1, replicas: "x" })).toBe(
      "errors:\n  .spec.name: expected string, got &value.valueUnstructured{Value:1}\n  .spec.replicas: expected numeric (int or float), got string",
    );
  });

  it("checks the scalars of built-in types", () => {
    const container = loadSchema().definition("api.core.v1.Container");
    const check = (value: object) => describeMismatches({ name: "c", ...value }, container);
    expect(
      check({ resources: { limits: { cpu: 1, memory: "1Gi" } }, livenessProbe: { httpGet: { port: "http" } } }),
    ).toBeUndefined();
    expect(check({ resources: { limits: { cpu: [] } } })).toBe(".resources.limits.cpu: expected any scalar, got &{[]}");
    expect(check({ stdin: "yes" })).toBe(".stdin: expected boolean, got &{yes}");
  });
});

describe("Values in the reference's formats", () => {
  it("are printed plainly and as Go syntax", () => {
    const value = { b: [1, "x", null, true], a: { c: 1.5 } };
    expect(goValue(value)).toBe("map[a:map[c:1.5] b:[1 x <nil> true]]");
    expect(goSyntax(value)).toBe(
      'map[string]interface {}{"a":map[string]interface {}{"c":1.5}, "b":[]interface {}{1, "x", interface {}(nil), true}}',
    );
    expect([goValue(1e21), goSyntax(1_000_000), goSyntax(0.00001), goValue(1_000_000)]).toEqual([
      "1e+21",
      "1000000",
      "1e-05",
      "1000000",
    ]);
    expect([1, "x", true, [], {}, null].map(jsonTypeName)).toEqual([
      "number",
      "string",
      "bool",
      "array",
      "object",
      "null",
    ]);
  });
});
