import { describe, expect, it } from "vitest";
import { memoryReader } from "../../authorization/testing/memoryReader.ts";
import { type BoundObjectRef, resolveBoundObject } from "./boundObject.ts";

const reader = memoryReader();
const core = (resource: string) => ({ group: "", resource });
const pod = (name: string, spec: Record<string, unknown>): void =>
  reader.put(core("pods"), { metadata: { name, namespace: "n", uid: `${name}-uid` }, spec });
pod("scheduled", { serviceAccountName: "robot", nodeName: "node1" });
pod("waiting", { serviceAccountName: "robot" });
pod("astray", { serviceAccountName: "robot", nodeName: "gone" });
pod("other", { serviceAccountName: "default" });
reader.put(core("secrets"), { metadata: { name: "s", namespace: "n", uid: "s-uid" } });
reader.put(core("nodes"), { metadata: { name: "node1", uid: "node-uid" } });

const resolve = (ref: BoundObjectRef, bindToNodes = true) =>
  resolveBoundObject(reader, { apiVersion: "v1", ...ref }, { namespace: "n", name: "robot", bindToNodes });
const node1 = { name: "node1", uid: "node-uid" };

describe("resolveBoundObject", () => {
  it.each<[BoundObjectRef, object]>([
    [
      { kind: "Pod", name: "scheduled" },
      { pod: { name: "scheduled", uid: "scheduled-uid" }, node: node1 },
    ],
    [{ kind: "Pod", name: "waiting" }, { pod: { name: "waiting", uid: "waiting-uid" } }],
    [
      { kind: "Pod", name: "astray" },
      { pod: { name: "astray", uid: "astray-uid" }, node: { name: "gone" } },
    ],
    [{ kind: "Secret", name: "s", uid: "s-uid" }, { secret: { name: "s", uid: "s-uid" } }],
    [{ kind: "Node", name: "node1" }, { node: node1 }],
  ])("resolves %j", (ref, claims) => {
    expect(resolve(ref)).toEqual(claims);
  });

  it.each<[BoundObjectRef, number, string]>([
    [{ kind: "Pod", name: "ghost" }, 404, 'pods "ghost" not found'],
    [{ kind: "Secret" }, 400, "Name parameter required."],
    [{ kind: "Node", name: "a/b" }, 400, "Name parameter invalid: \"a/b\": may not contain '/'"],
    [
      { kind: "Pod", name: "other" },
      400,
      'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.',
    ],
    [{ kind: "ConfigMap", name: "c" }, 400, "cannot bind token to object of type /v1, Kind=ConfigMap"],
    [
      { apiVersion: "apps/v1", kind: "Pod", name: "scheduled" },
      400,
      "cannot bind token to object of type apps/v1, Kind=Pod",
    ],
    [
      { apiVersion: "a/b/c", kind: "ConfigMap", name: "c" },
      400,
      "cannot bind token to object of type /, Kind=ConfigMap",
    ],
    [
      { kind: "Secret", name: "s", uid: "old" },
      409,
      "the UID in the bound object reference (old) does not match the UID in record. The object might have been deleted and then recreated",
    ],
  ])("rejects %j with %i", (ref, code, message) => {
    let caught: unknown;
    try {
      resolve(ref);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code });
    expect((caught as Error).message).toContain(message);
  });

  it("binds to nodes only if enabled", () => {
    expect(() => resolve({ kind: "Node", name: "node1" }, false)).toThrow(
      'cannot bind token to a Node object as the "ServiceAccountTokenNodeBinding" feature-gate is disabled',
    );
  });
});
