import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { ApiError } from "../../../shared/status.ts";
import { resourceType } from "../../testing/resourceTypes.ts";
import { manifestDocuments, manifestPart } from "./manifestParts.ts";
import { byAttention, comparePart, type ReadObject, tallyOf } from "./objectStates.ts";

const types = [resourceType("configmaps", "ConfigMap"), resourceType("namespaces", "Namespace", { namespaced: false })];
const MANIFEST = `---
# Source: web/a.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {key: one}
---
# nothing
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b, namespace: other}
---
kind: [
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`;
const parts = manifestDocuments(MANIFEST).map((text, i) => manifestPart(text, i + 1, { namespace: "shop" }, types));

describe("manifestPart", () => {
  it("locates each object and marks those that cannot be looked up", () => {
    expect(parts.map(({ locator, kind }) => locator?.namespace ?? kind)).toEqual(["shop", "other", "", "Widget", ""]);
    expect(parts[2]).toMatchObject({ number: 3, object: undefined });
  });
});

describe("comparePart", () => {
  const refuse = (code: number): never => {
    throw new ApiError(code, "", "");
  };
  const read: ReadObject = async ({ name }) => {
    if (name === "a") return { metadata: { name }, data: { key: "two" } } as ApiObject;
    return name === "b" ? refuse(404) : refuse(403);
  };

  it("distinguishes unchanged, missing, changed and unreadable objects", async () => {
    const compared = await Promise.all(parts.map((part) => comparePart(part, read)));
    expect(compared.map((part) => part.state)).toEqual(["changed", "missing", "broken", "unserved", "hidden"]);
    expect(compared[0]?.differences).toMatchObject([{ path: ["data", "key"], desired: "one", found: "two" }]);
    expect(byAttention(compared).map(({ number }) => number)).toEqual([2, 1, 3, 4, 5]);
    expect(tallyOf(compared)).toContainEqual(["missing", 1]);
  });

  it("recognizes a terminating object and rethrows an abort", async () => {
    const [first] = parts;
    if (first === undefined) throw new Error("no part");
    const leaving = { metadata: { name: "a", deletionTimestamp: "2026-01-01T00:00:00Z" } } as ApiObject;
    expect(await comparePart(first, async () => leaving)).toMatchObject({ state: "leaving" });
    const abort = new DOMException("", "AbortError");
    await expect(comparePart(first, () => Promise.reject(abort))).rejects.toBe(abort);
  });
});
