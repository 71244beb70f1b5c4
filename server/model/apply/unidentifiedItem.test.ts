import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { atOnce } from "../../../shared/steps.ts";
import { loadSchema } from "../schema/schema.ts";
import { applyPatch, trackUpdate } from "./testing/immediate.ts";
import { START } from "./testing/session.ts";
import { unidentifiedItem } from "./unidentifiedItem.ts";

const node = loadSchema().definition("api.core.v1.ServiceAccount");
const options = { node, apiVersion: "v1", manager: "m", now: START };
const account = (secrets: unknown, metadata: ApiObject["metadata"] = {}): ApiObject => ({
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name: "a", namespace: "n", ...metadata },
  secrets,
});
const PROBLEM =
  '.secrets: element 1: associative list with keys has an element that omits key field "name" (and doesn\'t have default value)';

describe("unidentifiedItem", () => {
  it("finds an item whose struct has no key", () => {
    const found = (value: unknown) => atOnce(unidentifiedItem(node, value));
    for (const item of [{}, { name: "" }]) expect(found(account([{ name: "s" }, item]))).toBe(PROBLEM);
    for (const value of [undefined, {}, account(null), account([{ name: "s" }])]) expect(found(value)).toBeUndefined();
  });

  it("ignores items whose key has a default", () => {
    expect(atOnce(unidentifiedItem(node, { imagePullSecrets: [{}] }))).toBeUndefined();
    const pod = loadSchema().definition("api.core.v1.Pod");
    const container = { name: "", ports: [{ containerPort: 1 }], env: [{}] };
    expect(atOnce(unidentifiedItem(pod, { spec: { containers: [container] } }))).toBeUndefined();
  });
});

describe("an object with such an item", () => {
  const tracked = account([{ name: "s" }]);
  const owned = trackUpdate({ ...options, live: undefined, next: tracked });

  it("has no owners after a write", () => {
    expect(owned.metadata.managedFields).toHaveLength(1);
    const bad = account([{ name: "s" }, {}]);
    expect(trackUpdate({ ...options, live: undefined, next: bad }).metadata.managedFields).toBeUndefined();
    const changed = { ...bad, metadata: owned.metadata };
    expect(trackUpdate({ ...options, live: owned, next: changed }).metadata.managedFields).toBeUndefined();
  });

  it("cannot be applied to", () => {
    const patch = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "a" } };
    const live = account([{ name: "s" }, {}], { uid: "u" });
    const apply = () => applyPatch({ ...options, live, patch, kind: "ServiceAccount", force: false });
    expect(apply).toThrow(
      `failed to create manager for existing fields: failed to convert new object (n/a; /v1, Kind=ServiceAccount) to smd typed: ${PROBLEM}`,
    );
  });
});
