import { describe, expect, it } from "vitest";
import { nodeNameOf } from "./nodeIdentity.ts";

describe("nodeNameOf", () => {
  it.each([
    ["system:node:n1", ["system:nodes"], "n1"],
    ["system:node:n1", ["other", "system:nodes"], "n1"],
    ["system:node:a.b:c", ["system:nodes"], "a.b:c"],
    ["system:node:", ["system:nodes"], ""],
    ["system:node:n1", [], undefined],
    ["n1", ["system:nodes"], undefined],
  ])("for %s in %j", (username, groups, name) => {
    expect(nodeNameOf({ username, groups, extra: {} })).toBe(name);
  });
});
