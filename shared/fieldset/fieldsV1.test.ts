import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldSetOf } from "./fieldSet.ts";
import { parseFieldsV1, toFieldsV1 } from "./fieldsV1.ts";
import { fieldElement, InvalidPathElementError, indexElement, keyElement, valueElement } from "./pathElement.ts";
import { equalSets } from "./testing/fieldSets.ts";

const recorded = {
  "f:metadata": { "f:labels": { ".": {}, "f:app": {} } },
  "f:spec": {
    "f:replicas": {},
    "f:template": {
      "f:spec": {
        "f:containers": {
          'k:{"name":"a"}': {
            ".": {},
            "f:image": {},
            "f:ports": {
              ".": {},
              'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} },
              'k:{"containerPort":443,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} },
            },
          },
        },
      },
    },
  },
};

describe("FieldsV1", () => {
  it("round-trips including the order", () => {
    expect(JSON.stringify(toFieldsV1(parseFieldsV1(recorded)))).toBe(JSON.stringify(recorded));
  });

  it("is written in canonical order regardless of input order", () => {
    const shuffled = { "f:b": { 'k:{"n":10}': {}, ".": {}, 'k:{"n":9}': {} }, "f:a": {} };
    expect(JSON.stringify(toFieldsV1(parseFieldsV1(shuffled)))).toBe(
      '{"f:a":{},"f:b":{".":{},"k:{\\"n\\":9}":{},"k:{\\"n\\":10}":{}}}',
    );
  });

  it("distinguishes owned paths from prefixes of owned paths", () => {
    const set = parseFieldsV1({ "f:data": { "f:x": {} }, "f:spec": { ".": {} } });
    expect(set.get("f:data")?.member).toBe(false);
    expect(set.get("f:spec")).toEqual({ member: true });
  });

  it("skips unknown elements and rejects malformed ones", () => {
    expect(toFieldsV1(parseFieldsV1({ "q:x": {}, "f:y": { "q:z": {} } }))).toEqual({ "f:y": {} });
    expect(toFieldsV1(parseFieldsV1({ "f:y": null, "f:z": { ".": null } }))).toEqual({ "f:y": {}, "f:z": {} });
    expect(parseFieldsV1(undefined).size).toBe(0);
    for (const bad of [[], "x", { fx: {} }, { "f:x": 1 }, { "v:{": {} }]) {
      expect(() => parseFieldsV1(bad), JSON.stringify(bad)).toThrow(InvalidPathElementError);
    }
    let deep: object = {};
    for (let i = 0; i < 1000; i++) deep = { "f:x": deep };
    expect(() => parseFieldsV1(deep)).toThrow(InvalidPathElementError);
  });

  it("round-trips any set", () => {
    const element = fc.oneof(
      fc.string().map(fieldElement),
      fc.nat().map(indexElement),
      fc.oneof(fc.string(), fc.integer(), fc.boolean()).map(valueElement),
      fc
        .uniqueArray(fc.tuple(fc.string(), fc.oneof(fc.string(), fc.integer())), {
          minLength: 1,
          maxLength: 3,
          selector: ([name]) => name,
        })
        .map(keyElement),
    );
    const sets = fc.array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 10 }).map(fieldSetOf);
    fc.assert(
      fc.property(sets, (set) => {
        const text = JSON.stringify(toFieldsV1(set));
        expect(equalSets(parseFieldsV1(JSON.parse(text)), set)).toBe(true);
      }),
    );
  });
});
