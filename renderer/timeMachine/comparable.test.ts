import { describe, expect, it } from "vitest";
import { comparable } from "./comparable.ts";

describe("comparable", () => {
  it("leaves out the owners of fields, and keeps the rest in the usual order", () => {
    const object = {
      data: { a: "1" },
      metadata: { name: "x", resourceVersion: "4", managedFields: [{ manager: "m" }] },
      kind: "ConfigMap",
      apiVersion: "v1",
    };
    expect(comparable(object)).toBe(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n  resourceVersion: "4"\ndata:\n  a: "1"\n',
    );
  });
});
