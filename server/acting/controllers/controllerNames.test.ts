import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFERENCE_CONTROLLERS, selectControllers } from "./controllerNames.ts";

const available = ["namespace-controller", "serviceaccount-controller", "own-controller"];
const select = (...spec: string[]): string[] => [...selectControllers(spec, available)];

describe("selectControllers", () => {
  it.each([
    [[], []],
    [["*"], available],
    [["namespace-controller"], ["namespace-controller"]],
    [
      ["*", "-namespace-controller"],
      ["serviceaccount-controller", "own-controller"],
    ],
    [
      ["-namespace-controller", "*"],
      ["serviceaccount-controller", "own-controller"],
    ],
    [["-namespace-controller"], []],
    [["namespace-controller", "-namespace-controller"], ["namespace-controller"]],
    [[" * ", ""], available],
    [["namespace"], ["namespace-controller"]],
    [
      ["*", "-namespace"],
      ["serviceaccount-controller", "own-controller"],
    ],
    [["tokencleaner"], []],
    [["job-controller"], []],
    [["*", "-job-controller"], available],
  ])("resolves %j", (spec, expected) => {
    expect(select(...spec)).toEqual(expected);
  });

  it("starts controllers that are disabled by default only when they are named", () => {
    const names = ["token-cleaner-controller", "bootstrap-signer-controller", "own-controller"];
    expect([...selectControllers(["*"], names)]).toEqual(["own-controller"]);
    expect([...selectControllers(["*", "token-cleaner-controller"], names)]).toEqual([
      "token-cleaner-controller",
      "own-controller",
    ]);
  });

  it.each(["nope", "-nope", "namespaces", "-*"])("rejects %s", (item) => {
    expect(() => select("*", item)).toThrow(/controller ".+" is unknown/);
  });

  it("does not depend on the order of the list", () => {
    const item = fc.constantFrom("*", ...available, ...available.map((name) => `-${name}`));
    fc.assert(
      fc.property(fc.array(item), (spec) => {
        expect(select(...spec)).toEqual(select(...[...spec].reverse()));
      }),
    );
  });

  it("lists each of the reference's names once, in sorted order", () => {
    expect([...new Set(REFERENCE_CONTROLLERS)].sort()).toEqual(REFERENCE_CONTROLLERS);
  });
});
