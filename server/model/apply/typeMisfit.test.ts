import { describe, expect, it } from "vitest";
import { widget } from "../../../shared/apply/testing/nodes.ts";
import { atOnce } from "../../../shared/steps.ts";
import { loadSchema } from "../schema/schema.ts";
import { openSession } from "./testing/session.ts";
import { typeMisfit } from "./typeMisfit.ts";

describe("typeMisfit", () => {
  it("finds values of custom resources that do not fit the schema, but not duplicate items", () => {
    const found = (spec: object) => atOnce(typeMisfit(widget, true, { spec }));
    expect(found({ replicas: "1" })).toBe(".spec.replicas: expected numeric (int or float), got string");
    expect(found({ byName: [{ name: "x" }, { name: "x" }] })).toBeUndefined();
    expect(atOnce(typeMisfit(widget, true, undefined))).toBeUndefined();
  });

  it("finds only items without a key in objects of built-in kinds", () => {
    const node = loadSchema().definition("api.core.v1.ServiceAccount");
    expect(atOnce(typeMisfit(node, false, { secrets: [{}] }))).toMatch(/^\.secrets: element 0: /);
    expect(atOnce(typeMisfit(node, false, { secrets: "odd" }))).toBeUndefined();
  });
});

describe("a custom resource that does not fit its schema", () => {
  const live = () => {
    const session = openSession();
    session.update("c", { spec: { replicas: 1 } });
    const object = session.object ?? { metadata: {} };
    session.object = { ...object, spec: { replicas: "1" } };
    return session;
  };
  const spec = { replicas: "1", name: "n" };

  it("loses its owners at the next write", () => {
    const session = live();
    session.update("u", { spec }, { isCustom: true });
    expect(session.object?.metadata.managedFields).toBeUndefined();
    const repaired = live();
    repaired.update("u", { spec: { replicas: 1 } }, { isCustom: true });
    expect(repaired.object?.metadata.managedFields).toBeUndefined();
  });

  it("cannot be applied to", () => {
    const session = live();
    const problem = ".spec.replicas: expected numeric (int or float), got string";
    const apply = () => session.apply("m", { spec: { name: "n" } }, { isCustom: true });
    expect(apply).toThrow(`failed to create typed live object (/w; example.com/v1, Kind=Widget): ${problem}`);
  });
});
