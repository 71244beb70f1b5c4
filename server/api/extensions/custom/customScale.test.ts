import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { fakeContext } from "../../resources/testing/fakeContext.ts";
import { customScale, validateScale } from "./customScale.ts";

const PATHS = {
  specReplicasPath: ".spec.size.wanted",
  statusReplicasPath: ".status.size",
  labelSelectorPath: ".status.selector",
};
const scale = customScale({}, PATHS, { "g/v1": ["spec", "size", "wanted"] });
const object = (content: Record<string, unknown>): ApiObject => ({ metadata: { name: "x", uid: "u" }, ...content });
const texts = (content: Record<string, unknown>): string[] =>
  validateScale(PATHS, object(content)).map(({ field, message }) => `${field}: ${message}`);

describe("customScale", () => {
  it("reads the values at the configured paths", () => {
    const shown = scale.view?.read(object({ spec: { size: { wanted: 3 } }, status: { size: 2, selector: "a=b" } }));
    expect(shown).toMatchObject({ kind: "Scale", spec: { replicas: 3 }, status: { replicas: 2, selector: "a=b" } });
  });

  it("omits zero or missing values but requires spec replicas", () => {
    expect(scale.view?.read(object({ spec: { size: { wanted: 0 } } }))).toMatchObject({
      spec: {},
      status: { replicas: 0 },
    });
    expect(() => scale.view?.read(object({}))).toThrow('the spec replicas field ".spec.size.wanted" does not exist');
  });

  it("writes only the replicas and creates missing parent objects", () => {
    const parent = object({ spec: { other: 1 } });
    scale.view?.write(fakeContext(), parent, object({ spec: { replicas: 5 } }));
    expect(parent["spec"]).toEqual({ other: 1, size: { wanted: 5 } });
  });

  it("allows a write to set missing replicas but not to omit them", () => {
    const parent = object({ spec: {} });
    const before = scale.view?.readForWrite?.(parent);
    expect(before).toMatchObject({ spec: { replicas: -2147483648 } });
    expect(() => scale.view?.write(fakeContext(), parent, before ?? parent)).toThrow(
      'the spec replicas field ".spec.size.wanted" cannot be empty',
    );
    expect(parent["spec"]).toEqual({});
  });

  it("does not require a resourceVersion", () => {
    expect(scale.strategy?.allowUnconditionalUpdate).toBe(true);
  });
});

describe("validateScale", () => {
  it("accepts integers, strings and absent values", () => {
    expect(texts({})).toEqual([]);
    expect(texts({ spec: { size: { wanted: 1 } }, status: { size: 0, selector: "x" } })).toEqual([]);
  });

  it("rejects everything else", () => {
    expect(texts({ spec: { size: { wanted: -1 } }, status: { size: "two", selector: 3 } })).toEqual([
      ".spec.size.wanted: Invalid value: -1: should be a non-negative integer",
      ".status.size: Invalid value: 0: .status.size accessor error: two is of the type string, expected int64",
      '.status.selector: Invalid value: "": .status.selector accessor error: 3 is of the type float64, expected string',
    ]);
    expect(texts({ spec: { size: { wanted: 2 ** 31 } } })[0]).toContain("should be less than or equal to 2147483647");
  });
});
