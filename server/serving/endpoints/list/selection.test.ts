import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { failure, openTestServices, type TestServices } from "../../../testing/testServices.ts";
import { parseSelection, type Selection } from "./selection.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const select = (plural: string, query: Record<string, string>): Selection =>
  parseSelection(new URLSearchParams(query), services.resource(plural === "jobs" ? "batch" : "", "v1", plural));
const pod = (name: string, spec: object = {}, labels: Record<string, string> = {}): ApiObject => ({
  metadata: { name, namespace: "ns", labels },
  spec,
  status: { phase: "Running" },
});

describe("parseSelection", () => {
  it("selects everything without selectors", () => {
    expect(select("pods", {}).everything).toBe(true);
    expect(select("pods", { labelSelector: "", fieldSelector: "" }).everything).toBe(true);
  });

  it("requires both the label and the field selector to match", () => {
    const selection = select("pods", {
      labelSelector: "app=web",
      fieldSelector: "spec.nodeName=n1,status.phase!=Failed",
    });
    expect(selection.everything).toBe(false);
    expect(selection.matches(pod("a", { nodeName: "n1" }, { app: "web" }))).toBe(true);
    expect(selection.matches(pod("a", { nodeName: "n2" }, { app: "web" }))).toBe(false);
    expect(selection.matches(pod("a", { nodeName: "n1" }))).toBe(false);
  });

  it.each([
    [{ labelSelector: "app=web" }, true, false],
    [{ fieldSelector: "metadata.name=a,metadata.namespace!=other" }, true, false],
    [{ labelSelector: "app=web", fieldSelector: "status.phase=Running" }, undefined, false],
    [{ labelSelector: "!app" }, false, true],
  ])("decides by name and labels alone where possible: %j", (query, web, other) => {
    const { judge } = select("pods", query as Record<string, string>);
    expect(judge({ name: "a", namespace: "ns", labels: { app: "web" } })).toBe(web);
    expect(judge({ name: "b", namespace: "other" })).toBe(other);
  });

  it("recognizes selectors that match at most one object", () => {
    expect(select("pods", { fieldSelector: "metadata.name=a,metadata.namespace=ns" })).toMatchObject({
      name: "a",
      namespace: "ns",
    });
    expect(select("pods", { fieldSelector: "metadata.name!=a" }).name).toBeUndefined();
    expect(select("nodes", { fieldSelector: "metadata.name=n" })).toMatchObject({ name: "n", namespace: undefined });
    const selection = select("pods", { fieldSelector: "metadata.name=a" });
    expect([selection.matches(pod("a")), selection.matches(pod("b"))]).toEqual([true, false]);
  });

  it.each([
    [
      "configmaps",
      { fieldSelector: "data.x=1" },
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    ["pods", { fieldSelector: "spec.hostname=1" }, "field label not supported: spec.hostname"],
    ["nodes", { fieldSelector: "metadata.namespace=a" }, "field label not supported: metadata.namespace"],
    ["pods", { labelSelector: "a in" }, "unable to parse requirement"],
    ["pods", { fieldSelector: "nonsense" }, "invalid selector"],
    ["jobs", { fieldSelector: "spec.suspend=1" }, 'field label "spec.suspend" not supported for Job'],
  ])("refuses %s %j", async (plural, query, text) => {
    const error = await failure(() => select(plural, query as Record<string, string>));
    expect(error.code).toBe(400);
    if (text.length > 30) expect(error.message).toBe(text);
  });
});
